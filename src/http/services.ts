import type { IncomingMessage } from 'node:http';
import type { Log } from '../gateway/error-log.js';
import type { Gateway } from '../gateway/gateway.js';
import type { Readiness } from '../gateway/readiness.js';
import type { BodyBudget } from './body-budget.js';
import type { Metrics } from './metrics.js';
import type { RequestsInFlight } from './pipelines.js';
import type { Responder } from './respond.js';

/** The parts with which every route works; one set for the whole server. */
export interface Services {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
  /** Asked on every request; must be cheap. */
  readonly readiness: () => Readiness;
  readonly gateway: Gateway;
  readonly metrics: Metrics;
  /** The text of `/metrics`, of all threads. */
  readonly exposition: () => Promise<string>;
  readonly respond: Responder;
  readonly running: RequestsInFlight;
  readonly bodies: BodyBudget;
  /** The address a request came from, as far as proxies are trusted. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly urlBytes: number;
}
