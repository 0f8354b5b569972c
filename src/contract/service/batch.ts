import Type from 'typebox';
import { ERRORS, ParameterFaultSchema } from '../errors.js';
import { type Conforming, OneOf } from '../schema.js';

export const MAX_BATCH = 100;

const Parameter = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);

/** The body of a batch of these operations. */
export function batchBody(operationIds: readonly string[]) {
  const item = Type.Object(
    {
      operation: OneOf(operationIds, 'Which operation, by its operationId.'),
      parameters: Type.Record(Type.String(), Parameter, {
        description: 'Its path and query parameters by name; a list if a parameter may repeat.',
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
      'Instead of `items`: entity searches, each with its parameters. `{ "name": "aspen" }` means the same as ' +
      '`{ "operation": "searchEntities", "parameters": { "name": "aspen" } }`.',
    examples: [[{ name: 'aspen', state: 'CO', limit: 1 }]],
  });
  return Type.Object(
    { items: Type.Optional(items), queries: Type.Optional(queries) },
    { title: 'BatchRequest', additionalProperties: false, description: 'Either `items` or `queries`.' },
  );
}

export type BatchBody = Conforming<ReturnType<typeof batchBody>>;
export type BatchItem = NonNullable<BatchBody['items']>[number];

export const BatchItemSchema = Type.Object(
  {
    status: Type.Integer({ description: 'HTTP status the item would have had by itself.' }),
    cost: Type.Integer({
      minimum: 0,
      description: 'Credits charged for the item; 0 if its status is not 200.',
    }),
    data: Type.Optional(
      Type.Unknown({ description: 'The `data` of the operation’s answer, if the status is 200.' }),
    ),
    meta: Type.Optional(
      Type.Unknown({
        description:
          'The `meta` of the operation’s answer, less credits and request id, if the status is 200.',
      }),
    ),
    error: Type.Optional(
      Type.Object(
        {
          code: OneOf(Object.keys(ERRORS), 'Stable name of the error.', 'ErrorCode'),
          message: Type.String({ description: 'The fault.' }),
          errors: Type.Optional(
            Type.Array(ParameterFaultSchema, { description: 'Each parameter at fault, if any is.' }),
          ),
        },
        { title: 'BatchItemError', description: 'Present if the status is not 200.' },
      ),
    ),
  },
  { title: 'BatchItem' },
);
