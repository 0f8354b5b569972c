import { ApiError } from '../contract/errors.js';
import type { Scope } from '../contract/vocabulary.js';
import type { Caller } from '../gateway/caller.js';
import type { Gateway } from '../gateway/gateway.js';
import type { HttpExchange } from './http-exchange.js';

/** Returns the caller whose key is the `token` of the path. Rejects with the 401, and with the 403 for a key that may do more: a path is written down in many places. */
export async function identifyPathKey(
  gateway: Pick<Gateway, 'identify'>,
  exchange: HttpExchange,
  scope: Scope,
): Promise<Caller> {
  const caller = await gateway.identify(`Bearer ${String(exchange.params.token)}`, exchange, exchange);
  exchange.caller = caller;
  if (caller.scopes.length === 1 && caller.scopes[0] === scope) return caller;
  const detail = `A path holds only a token whose one scope is \`${scope}\`; make one for this purpose.`;
  throw new ApiError('insufficient_scope', detail);
}
