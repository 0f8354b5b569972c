import Type from 'typebox';
import { ERRORS, ParameterFaultSchema } from '../errors.js';
import { type Conforming, OneOf } from '../schema.js';

export const MAX_BATCH = 100;

const Parameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);

/** The body of a batch of these operations. */
export function batchBody(operationIds: readonly string[]) {
  const item = Type.Object(
    {
      operation: OneOf(operationIds, 'operationId of the operation.'),
      parameters: Type.Record(Type.String(), Parameter, {
        description: 'Its path and query parameters by name; use a list to repeat a parameter.',
      }),
    },
    { title: 'BatchRequestItem', additionalProperties: false },
  );
  const items = Type.Array(item, {
    minItems: 1,
    maxItems: MAX_BATCH,
    description: 'The requests, in order.',
  });
  const queries = Type.Array(Type.Record(Type.String(), Parameter), {
    minItems: 1,
    maxItems: MAX_BATCH,
    description:
      'Instead of `items`: entity searches, each with its parameters. `{ "name": "aspen" }` is equivalent to `{ "operation": "searchEntities", "parameters": { "name": "aspen" } }`.',
    examples: [[{ name: 'aspen', state: 'CO', limit: 1 }]],
  });
  return Type.Object(
    { items: Type.Optional(items), queries: Type.Optional(queries) },
    {
      title: 'BatchRequest',
      additionalProperties: false,
      description: 'Specify exactly one of `items` and `queries`.',
    },
  );
}

export type BatchBody = Conforming<ReturnType<typeof batchBody>>;
export type BatchItem = NonNullable<BatchBody['items']>[number];

export const BatchItemSchema = Type.Object(
  {
    status: Type.Integer({ description: 'HTTP status of the item.' }),
    cost: Type.Integer({
      minimum: 0,
      description: 'Credits charged for the item; 0 if its status is not 200.',
    }),
    data: Type.Optional(
      Type.Unknown({ description: '`data` of the operation’s response, if the status is 200.' }),
    ),
    meta: Type.Optional(
      Type.Unknown({
        description:
          '`meta` of the operation’s response without credits and request id, if the status is 200.',
      }),
    ),
    error: Type.Optional(
      Type.Object(
        {
          code: OneOf(Object.keys(ERRORS), 'Stable error code.', 'ErrorCode'),
          message: Type.String({ description: 'The fault.' }),
          errors: Type.Optional(Type.Array(ParameterFaultSchema, { description: 'Each invalid parameter.' })),
        },
        { title: 'BatchItemError', description: 'Present if the status is not 200.' },
      ),
    ),
  },
  { title: 'BatchItem' },
);
