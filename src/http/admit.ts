import type { Scope } from '../contract/vocabulary.js';
import { type Caller, requireActive, requireScope } from './authenticate.js';
import type { Exchange } from './exchange.js';
import { rateLimitExceeded } from './limit.js';
import type { Services } from './services.js';

/** Who is asking; at once for a key seen lately. Throws (or rejects with) the 401 of a bad key, and the 429 of too many. */
export function identify(exchange: Exchange, { authenticator }: Services): Caller | Promise<Caller> {
  return authenticator.authenticate(exchange.request.headers.authorization, exchange.at, exchange);
}

/** Throws the 403 and the 429. */
export function admit(scope: Scope | null, exchange: Exchange, caller: Caller): void {
  exchange.caller = caller;
  requireActive(caller);
  if (scope !== null) requireScope(caller, scope);
  exchange.rate = caller.window.take(caller.account.requestsPerMinute, exchange.at);
  if (exchange.rate.exceeded) throw rateLimitExceeded(exchange.rate);
}
