import Type from 'typebox';
import { ApiError, ERRORS, invalidParams } from '../../contract/errors.js';
import {
  type BatchBody,
  type BatchItem,
  BatchItemSchema,
  batchBody,
  MAX_BATCH,
} from '../../contract/service/batch.js';
import { sumByItem } from '../../domain/accounts/credits.js';
import type { PriceItem } from '../../store/store.js';
import { type Answer, defineOperation, type Operation, type RequestContext } from '../support/declare.js';
import type { SubAnswer, SubOperation, SubRequest, ToSubOperation } from '../support/sub-request.js';

/** How many items run at a time: enough to hide the wait for portals, few enough to leave room for others. */
const AT_ONCE = 8;

/** An item that was understood, or why it was not. */
type BatchEntry = SubRequest | ApiError;

/** Many priced GET requests in one; what each costs and answers is what it costs and answers by itself. */
export function batch(parts: readonly Operation[], toSubOperation: ToSubOperation) {
  const subOperations = new Map<string, SubOperation>();
  const subOperationOf = (id: string): SubOperation | undefined => {
    const part = parts.find((operation) => operation.id === id);
    const made = subOperations.get(id) ?? (part && toSubOperation(part));
    if (made) subOperations.set(id, made);
    return made;
  };
  return defineOperation({
    id: 'batch',
    method: 'POST',
    path: '/api/v1/batch',
    summary: 'Run a batch of requests',
    description: `Executes up to ${MAX_BATCH} lookups and searches and returns their results in order, each with its own status and cost. The price is the sum of the items’ prices, and the balance must cover it. Items with status 200 are charged, all in one charge; other items are free. If repeated with the same \`Idempotency-Key\`, only items that were not paid before are charged. Counts as one request of the rate limit.`,
    scope: 'read',
    example: {
      body: {
        items: [
          { operation: 'getEntity', parameters: { id: 'CO:20221555001' } },
          { operation: 'searchEntities', parameters: { name: 'aspen', limit: 1 } },
          { operation: 'getEntity', parameters: { id: 'CO:1' } },
        ],
      },
    },
    params: Type.Object({}),
    query: Type.Object({}),
    body: batchBody(parts.map(({ id }) => id)),
    data: Type.Array(BatchItemSchema, { description: 'One result for each item, in the same order.' }),
    meta: Type.Object({
      succeeded: Type.Integer({ description: 'Number of items with status 200.' }),
      failed: Type.Integer({ description: 'Number of other items; they are free.' }),
    }),
    errors: ['content_too_large'],
    parse: ({ body }) => itemsOf(body as BatchBody).map((item) => readItem(item, subOperationOf)),
    price: (items) => sumByItem(items.flatMap((item) => (item instanceof ApiError ? [] : item.price))),
    run: (items, context) => run(items, context),
  });
}

/** Throws the 400 where there is not exactly one of the two lists. */
function itemsOf({ items, queries }: BatchBody): readonly BatchItem[] {
  if (items !== undefined && queries !== undefined) {
    throw invalidParams({
      parameter: 'queries',
      message: 'must not be combined with items; specify only one of them.',
    });
  }
  if (items !== undefined) return items;
  if (queries === undefined) {
    throw invalidParams({ parameter: 'items', message: 'is required, unless queries is specified.' });
  }
  return queries.map((parameters) => ({ operation: 'searchEntities', parameters }));
}

function readItem(
  { operation, parameters }: BatchItem,
  subOperationOf: (id: string) => SubOperation | undefined,
): BatchEntry {
  const subOperation = subOperationOf(operation);
  if (!subOperation) throw new RangeError(`The schema let ${operation} pass.`);
  try {
    return subOperation.read(parameters);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

async function run(items: readonly BatchEntry[], context: RequestContext): Promise<Answer> {
  const called: SubAnswer[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) {
      called[index] = item instanceof ApiError ? { error: item } : await item.run(context);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const failed = called.filter((item) => 'error' in item).length;
  return {
    data: { json: `[${called.map(toJson).join(',')}]` },
    meta: { succeeded: called.length - failed, failed },
    charged: called.map((item) => ('error' in item ? [] : item.due)),
  };
}

/** An answer of an item is JSON already, written through the schemas of its own operation. */
function toJson(called: SubAnswer): string {
  if ('error' in called) {
    const { code, detail: message, more } = called.error;
    const error = { code, message, ...(more.errors && { errors: more.errors }) };
    return JSON.stringify({ status: ERRORS[code].status, cost: 0, error });
  }
  return `{"status":200,"cost":${costOf(called.due)},"data":${called.data},"meta":${called.meta}}`;
}

function costOf(items: readonly PriceItem[]): number {
  return items.reduce((sum, { credits }) => sum + credits, 0);
}
