import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Authenticator } from './authenticate.js';
import type { Chargeable } from './chargeable.js';
import type { Tagger } from './etag.js';
import type { InFlight } from './idempotency.js';
import type { Meter } from './meter.js';
import type { Metrics } from './metrics.js';
import type { Responder } from './respond.js';
import type { Running } from './running.js';

/** What every route works with; one set for the whole server. */
export interface Services {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Asked on every request; must be cheap. */
  readonly readiness: () => Readiness;
  readonly authenticator: Authenticator;
  readonly meter: Meter;
  readonly chargeable: Chargeable;
  readonly inFlight: InFlight;
  readonly metrics: Metrics;
  /** What `/metrics` answers, of all threads. */
  readonly exposition: () => Promise<string>;
  readonly respond: Responder;
  readonly running: Running;
  /** Where a request came from, as far as proxies are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly urlBytes: number;
  /** Of answers that are made per request. */
  readonly tagOf: Tagger;
}

export type Readiness =
  | { readonly ready: true }
  /** One sentence for clients. */
  | { readonly ready: false; readonly reason: string };
