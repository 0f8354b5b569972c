import { invalidParams } from '../contract/errors.js';
import type { Operation } from '../operations/support/declare.js';
import type { SubOperation, SubParameters, SubRequest } from '../operations/support/sub-request.js';
import { contentWriter } from './answer-text.js';
import { priceOf, priceWithoutFailed } from './charge.js';
import { parameterReader } from './compile.js';
import { errorLog, type Log } from './error-log.js';
import { toApiError } from './errors.js';

/** See `SubOperation`. One call per turn of the event loop, so that other requests run in between. */
export function toSubOperation(operation: Operation, log: Pick<Log, 'error'>): SubOperation {
  const logError = errorLog(log);
  const readParameters = parameterReader(operation);
  const write = contentWriter(operation.data, operation.meta);
  return {
    id: operation.id,
    read: (parameters): SubRequest => {
      const { params, query } = apart(parameters, operation);
      const { ignored, request } = readParameters(params, query);
      const price = operation.price(request);
      return {
        price,
        run: async (context) => {
          await nextFreeTurn();
          try {
            const answer = await operation.run(request, context);
            const { data, meta } = write(answer);
            const names = ignored.length === 0 ? [] : [`"ignoredParameters":${JSON.stringify(ignored)}`];
            const members = [...(meta === '' ? [] : [meta]), ...names].join(',');
            return { data, meta: `{${members}}`, due: priceWithoutFailed(priceOf(price), answer).items };
          } catch (error) {
            const shown = toApiError(error);
            if (shown !== error) logError(error, context.requestId, shown.detail);
            return { error: shown };
          }
        },
      };
    },
  };
}

let lastTurn = Promise.resolve();

/** A turn that no other call has. */
function nextFreeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
  return lastTurn;
}

function apart(parameters: SubParameters, { params: schema }: Operation) {
  const params: Record<string, string> = {};
  const query: Record<string, string | readonly string[]> = {};
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'dry_run')
      throw invalidParams({ parameter: name, message: 'belongs to the batch, not to an item.' });
    const text = typeof value === 'object' ? value : String(value);
    if (!Object.hasOwn(schema.properties, name)) define(query, name, text);
    else if (typeof text === 'string') define(params, name, text);
    else throw invalidParams({ parameter: name, message: 'must be specified once.' });
  }
  return { params, query };
}

/** A name such as `__proto__` must work like any other. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true });
}
