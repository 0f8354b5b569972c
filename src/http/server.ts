import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { StaticDocument } from '../contract/document.js';
import type { Operation } from '../operations/declare.js';
import type { Ledger } from '../store/store.js';
import { Authenticator } from './authenticate.js';
import { BadKeyLimiter } from './bad-keys.js';
import { mountDocuments } from './documents.js';
import { Exchange } from './exchange.js';
import { requestIdOf } from './headers.js';
import { mountHealth } from './health.js';
import { InFlight } from './idempotency.js';
import { Meter } from './meter.js';
import { Metrics } from './metrics.js';
import { mountMetrics } from './metrics-route.js';
import { mountOperation } from './mount.js';
import { reporter } from './report.js';
import { responder } from './respond.js';
import { Running } from './running.js';
import type { Readiness, Services } from './services.js';
import { keepTogether, type Together } from './together.js';
import { answerClientError, badContentType, badUrl, mountUnrouted } from './unrouted.js';

export interface ServerOptions {
  readonly operations: readonly Operation[];
  /** Pages beside the API; none by default. */
  readonly documents?: readonly StaticDocument[];
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Services['log'];
  readonly readiness: () => Readiness;
  /** Origins of browsers that may call with a key: `https://app.example.com`. */
  readonly corsOrigins: readonly string[];
  /** Whose `X-Forwarded-For` is believed: addresses and networks; nobody’s by default. */
  readonly trustProxy?: readonly string[];
  /** What is counted; given where others add to it. */
  readonly metrics?: Metrics;
  /** What `/metrics` answers; what this server counts where omitted. */
  readonly exposition?: () => Promise<string>;
  /** Where several servers are one service: what they count together. */
  readonly together?: Together;
  readonly limits?: Partial<HttpLimits>;
}

export interface HttpLimits {
  readonly headerBytes: number;
  readonly urlBytes: number;
  /** A client that is slower than this to send its headers is cut off. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How long `close()` lets running requests finish. */
  readonly drainTimeoutMs: number;
  /** How long a revoked key may still be served. */
  readonly keyCacheMs: number;
  /** Bad keys an address may send in a minute before it is refused unread. */
  readonly badKeysPerMinute: number;
  readonly lastUseEveryMs: number;
}

const LIMITS: HttpLimits = {
  headerBytes: 16_384,
  urlBytes: 8_192,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  drainTimeoutMs: 10_000,
  keyCacheMs: 1_000,
  badKeysPerMinute: 20,
  lastUseEveryMs: 60_000,
};

/** `close()` waits for requests, and then as long for what is given back to clients that have gone. */
export const CLOSES_WITHIN_MS = 2 * LIMITS.drainTimeoutMs;

/**
 * The HTTP server over any list of operations; `listen` starts it, `close` drains it. Other routes may be added to it
 * before it listens.
 */
export function buildServer(options: ServerOptions): FastifyInstance {
  const limits = { ...LIMITS, ...options.limits };
  const stop = { requested: false };
  const services = buildServices(options, limits, stop);
  const app = buildFastify(limits, services, options.trustProxy);
  mountUnrouted(app, services);
  for (const operation of options.operations) mountOperation(app, operation, services);
  mountDocuments(app, options.documents ?? [], services);
  mountHealth(app, services);
  mountMetrics(app, services);
  drainOnClose(app, stop, services.running, limits.drainTimeoutMs);
  recordLastUse(app, options.ledger, services, limits.lastUseEveryMs);
  return app;
}

function buildServices(options: ServerOptions, limits: HttpLimits, stop: { requested: boolean }): Services {
  const { clock, ledger, log, readiness, metrics = new Metrics(), together = keepTogether() } = options;
  const badKeys = new BadKeyLimiter(limits.badKeysPerMinute, together);
  const report = reporter(metrics, log);
  return {
    clock,
    log,
    readiness: () => (stop.requested ? { ready: false, reason: 'The service is stopping.' } : readiness()),
    authenticator: new Authenticator(ledger, limits.keyCacheMs, badKeys, together),
    meter: new Meter(ledger),
    inFlight: new InFlight(together),
    metrics,
    exposition: options.exposition ?? (() => metrics.registry.metrics()),
    respond: responder(new Set(options.corsOrigins), log, () => stop.requested, report),
    running: new Running(),
    urlBytes: limits.urlBytes,
  };
}

function buildFastify(
  limits: HttpLimits,
  { clock, respond }: Services,
  trustProxy: ServerOptions['trustProxy'],
): FastifyInstance {
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    respond.problem(new Exchange(request.raw, reply.raw, request.id, clock()), error);
  };
  const app = Fastify({
    logger: false,
    trustProxy: trustProxy && trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    routerOptions: { maxParamLength: limits.headerBytes },
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => refuse(badUrl(), request, reply),
  });
  app.setErrorHandler((error, request, reply) => refuse(badContentType(error) ?? error, request, reply));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
  return app;
}

/** New requests are refused from here on; running ones may finish, for so long. */
function drainOnClose(
  app: FastifyInstance,
  stop: { requested: boolean },
  running: Running,
  drainTimeoutMs: number,
): void {
  let deadline: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    stop.requested = true;
    deadline = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs);
    done();
  });
  app.addHook('onClose', async () => {
    clearTimeout(deadline);
    await running.idle(drainTimeoutMs);
  });
}

/** `lastUsedAt` is for people and may lag; it must never cost a request. */
function recordLastUse(app: FastifyInstance, ledger: Ledger, services: Services, everyMs: number): void {
  const record = async () => {
    const lastUsed = services.authenticator.takeLastUsed();
    if (lastUsed.size === 0) return;
    await ledger.touchKeys(lastUsed).catch((error: unknown) => {
      services.log.warn({ err: error }, 'The last use of keys could not be written.');
    });
  };
  const timer = setInterval(() => void record(), everyMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await record();
  });
}
