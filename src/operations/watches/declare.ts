import Type, { type TObject, type TSchema } from 'typebox';
import { ApiError, type ErrorCode } from '../../contract/errors.js';
import type { Conforming } from '../../contract/schema.js';
import type { OperationId } from '../../contract/vocabulary.js';
import {
  defineOperation,
  type ExampleRequest,
  type Input,
  type Operation,
  type RequestContext,
} from '../support/declare.js';

/** The id in the examples of the documents. */
export const EXAMPLE_ID = 'wat_0123456789abcdef';

export const WatchId = Type.Object({
  id: Type.String({ description: 'Id of the watch.', examples: [EXAMPLE_ID] }),
});
type Query = TObject;

/** Requests of one key in a minute that make a receiver be sent something at once. */
export const SENDS_PER_MINUTE = 10;

/** An operation on the watches of the account that asks: scope `webhooks`, free. */
export function watchOperation<Params extends TObject, Data extends TSchema, Request>(parts: {
  readonly id: OperationId;
  readonly method: Operation['method'];
  readonly status?: 201 | 202;
  /** Under /api/v1/watches. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly example: ExampleRequest;
  readonly params: Params;
  readonly query?: Query;
  readonly body?: TSchema;
  readonly data: Data;
  readonly ownLimit?: number;
  readonly meta?: TObject;
  readonly errors?: readonly ErrorCode[];
  readonly parse: (input: Input<Params, Query>) => Request;
  /** `accountId` is the one that asks. */
  readonly run: (
    request: Request,
    context: RequestContext & { readonly accountId: string },
  ) => Promise<{ readonly data: Conforming<Data>; readonly meta?: object }>;
}): Operation {
  return defineOperation<Params, Query, Request>({
    ...parts,
    path: `/api/v1/watches${parts.path}`,
    description: `${parts.description} Requires the scope \`webhooks\`; free.`,
    scope: 'webhooks',
    free: true,
    query: parts.query ?? Type.Object({}),
    meta: parts.meta ?? Type.Object({}),
    errors: [...(parts.body ? (['content_too_large'] as const) : []), ...(parts.errors ?? [])],
    price: () => [],
    run: async (request, context) => {
      const { accountId } = context;
      if (accountId === null) throw new Error('An operation on watches was mounted without a key.');
      const { data, meta = {} } = await parts.run(request, { ...context, accountId });
      return { data: { value: data }, meta: { ...meta } };
    },
  });
}

/** Throws the 404. */
export function found<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value;
  throw new ApiError('not_found', 'The account has no such watch.');
}
