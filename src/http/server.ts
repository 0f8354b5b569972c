import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import type { ApiError } from '../contract/errors.js';
import type { StaticDocument } from '../contract/service/document.js';
import { saltedTagger } from '../gateway/answer-text.js';
import type { Log } from '../gateway/error-log.js';
import { unavailable } from '../gateway/errors.js';
import { Gateway } from '../gateway/gateway.js';
import { inMemoryState } from '../gateway/in-memory-state.js';
import type { Readiness } from '../gateway/readiness.js';
import type { SharedState } from '../gateway/shared-state.js';
import type { Operation } from '../operations/support/declare.js';
import { answerHalfClosed } from '../platform/internals/half-open.js';
import { http } from '../platform/internals/http-module.js';
import type { Ledger } from '../store/store.js';
import { addressReader, urlOf } from './addresses.js';
import { BodyBudget } from './body-budget.js';
import { limitConnections, type ProcessConnections } from './connection-limit.js';
import { documentRoutes } from './documents.js';
import type { HttpExchange } from './http-exchange.js';
import { Metrics } from './metrics.js';
import { metricsRoute, watchEventLoop } from './metrics-route.js';
import { mountOperation } from './mount.js';
import { answerClientError, refuseExpectation } from './not-found.js';
import { Pipelines, RequestsInFlight } from './pipelines.js';
import { accessLog, responder, singleWrite } from './respond.js';
import { READ, type Route } from './route.js';
import { listenerOf, singleAnswer } from './routes.js';
import type { Services } from './services.js';

export interface ServerOptions {
  readonly operations: readonly Operation[];
  /** Pages in addition to the API; none by default. */
  readonly documents?: readonly StaticDocument[];
  /** Pages that are rendered for each visit. Default: none. */
  readonly site?: Site;
  /** Other protocols over the same gateway; none by default. */
  readonly mounts?: readonly Mount[];
  readonly ledger: Ledger;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly log: Log;
  readonly readiness: () => Readiness;
  /** Origins of browsers that may call with a key: `https://app.example.com`. */
  readonly corsOrigins: readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and networks. Default: none. */
  readonly trustProxy?: readonly string[];
  /** The counters; given if others add to them. */
  readonly metrics?: Metrics;
  /** The text of `/metrics`; the counts of this server if omitted. */
  readonly exposition?: () => Promise<string>;
  /** The common counts, if several servers are one service. */
  readonly shared?: SharedState;
  /** Secret; the same for all servers of a service, so that they give an answer the same ETag. */
  readonly etagSalt?: string;
  /** For how long the ledger may be away before the server is not ready; 0 where omitted. */
  readonly ledgerGraceMs?: number | undefined;
  readonly limits?: Partial<HttpLimits>;
  /** The connections of all servers of the process, and this server's place among them; default: this server alone. */
  readonly connections?: ProcessConnections & { readonly place: number };
}

/** Routes outside the API. */
export interface Mount {
  routes(services: Services): readonly Route[];
}

/** Pages for readers. */
export interface Site extends Mount {
  /** The page that replaces the problem document for a path without an operation. */
  errorPage(exchange: HttpExchange, error: ApiError): string;
}

interface HttpLimits {
  readonly headerBytes: number;
  readonly urlBytes: number;
  /** Memory for all request bodies that are read at the same time. */
  readonly bodyBytes: number;
  /** A client that is slower than this to send its headers is cut off. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long a client may read nothing of its response, in ms, before it is disconnected. */
  readonly stalledTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  /** How long `close()` lets running requests finish. */
  readonly drainTimeoutMs: number;
  /** Max. time for which a revoked key is still served. */
  readonly keyCacheMs: number;
  /** Bad keys an address may send in a minute before it is refused unread. */
  readonly badKeysPerMinute: number;
  readonly lastUseEveryMs: number;
}

const LIMITS: HttpLimits = {
  headerBytes: 16_384,
  urlBytes: 8_192,
  bodyBytes: 8 * 2 ** 20,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  stalledTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  drainTimeoutMs: 10_000,
  keyCacheMs: 1_000,
  badKeysPerMinute: 20,
  lastUseEveryMs: 60_000,
};

/** `close()` waits for requests, and then as long for what is given back to clients that have gone. */
export const CLOSES_WITHIN_MS = 2 * LIMITS.drainTimeoutMs;

export interface HttpServer {
  /** Node's own. */
  readonly node: Server;
  /** The calls that it speaks in HTTP. */
  readonly gateway: Gateway;
  /** Its address, when it listens there. */
  listen(at: ListenOptions): Promise<string>;
  /** RequestsInFlight requests may finish, new ones are refused. */
  close(): Promise<void>;
}

/** A start is for requests; readers of documents come later. */
const DOCUMENTS_AFTER_MS = 1_000;

/** The HTTP server over any list of operations. */
export function buildServer(options: ServerOptions): HttpServer {
  const limits = { ...LIMITS, ...options.limits };
  const stop = { requested: false };
  const services = buildServices(options, limits, stop);
  const node = buildNode(limits, services, routesOf(options, services));
  if (options.connections) limitConnections(node, options.connections, options.connections.place);
  watchEventLoop(node, services.metrics);
  const drain = async () => {
    stop.requested = true;
    await closeNode(node, limits.drainTimeoutMs);
    await services.running.idle(limits.drainTimeoutMs);
    await services.gateway.close();
  };
  let closing: Promise<void> | undefined;
  return {
    node,
    gateway: services.gateway,
    listen: async (at) => {
      const listening = once(node, 'listening');
      node.listen(at);
      await listening;
      makeLater(options.documents ?? [], stop, options.log);
      return urlOf(node);
    },
    close: () => {
      closing ??= drain();
      return closing;
    },
  };
}

/**
 * Makes the texts of documents, one in a turn of the event loop, if no request made them before. A text that cannot be made
 * now is made by its first request.
 */
function makeLater(
  [first, ...others]: readonly StaticDocument[],
  stop: { readonly requested: boolean },
  log: Pick<Log, 'warn'>,
  ms = DOCUMENTS_AFTER_MS,
): void {
  if (!first) return;
  setTimeout(() => {
    if (stop.requested) return;
    try {
      void first.body;
    } catch (error) {
      log.warn({ reason: String(error) }, `${first.path} cannot be made yet.`);
    }
    makeLater(others, stop, log, 0);
  }, ms).unref();
}

function buildServices(options: ServerOptions, limits: HttpLimits, stop: { requested: boolean }): Services {
  const { clock, ledger, log, readiness, metrics = new Metrics(), shared = inMemoryState() } = options;
  const errorPages = new Map(options.documents?.map((document) => [document.path, document]));
  const isReady = () =>
    stop.requested ? ({ ready: false, reason: 'The service is stopping.' } as const) : readiness();
  return {
    clock,
    log,
    readiness: isReady,
    gateway: new Gateway({
      ledger,
      shared,
      counts: metrics,
      log,
      readiness: isReady,
      tagOf: saltedTagger(options.etagSalt ?? randomBytes(16).toString('hex')),
      keyCacheMs: limits.keyCacheMs,
      badKeysPerMinute: limits.badKeysPerMinute,
      lastUseEveryMs: limits.lastUseEveryMs,
      ledgerGraceMs: options.ledgerGraceMs,
    }),
    metrics,
    exposition: options.exposition ?? (() => metrics.registry.metrics()),
    respond: responder({
      corsOrigins: new Set(options.corsOrigins),
      log,
      isStopping: () => stop.requested,
      report: accessLog(metrics, log),
      answerInOne: singleWrite(limits.keepAliveTimeoutMs),
      errorPage: (exchange, error) =>
        options.site?.errorPage(exchange, error) ?? errorPages.get(`/docs/errors/${error.code}`)?.body,
    }),
    running: new RequestsInFlight(),
    bodies: new BodyBudget(limits.bodyBytes),
    addressOf: addressReader(options.trustProxy ?? []),
    urlBytes: limits.urlBytes,
  };
}

function routesOf(
  { operations, documents = [], site, mounts = [] }: ServerOptions,
  services: Services,
): Route[] {
  return [
    ...(site?.routes(services) ?? []),
    ...mounts.flatMap((mount) => mount.routes(services)),
    ...operations.map((operation) => mountOperation(operation, services)),
    ...documentRoutes(documents, services),
    ...healthRoutes(services),
    metricsRoute(services),
  ];
}

function buildNode(limits: HttpLimits, services: Services, routes: readonly Route[]): Server {
  const pipelines = new Pipelines();
  const { headersTimeoutMs: headersTimeout, requestTimeoutMs: requestTimeout } = limits;
  const node = http.createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout,
      requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(5_000, headersTimeout),
    },
    pipelines.listener(listenerOf(routes, services)),
  );
  pipelines.cutStalled(node, limits.stalledTimeoutMs);
  answerHalfClosed(node);
  node.on('checkExpectation', pipelines.listener(singleAnswer(refuseExpectation, services)));
  return node.on('clientError', (error, socket: Socket) => {
    const isFirst = pipelines.isIdle(socket);
    pipelines.whenAnswered(socket, () => answerClientError(error, socket, isFirst));
  });
}

/** Idle connections are closed immediately, the others after their response, and all of them after this time. */
async function closeNode(node: Server, drainTimeoutMs: number): Promise<void> {
  if (!node.listening) return;
  const deadline = setTimeout(() => node.closeAllConnections(), drainTimeoutMs);
  await new Promise((resolve) => node.close(resolve));
  clearTimeout(deadline);
}

/**
 * `/healthz`: the process is running. `/readyz`: it can serve and charge, or a 503 with the reason. No key,
 * no limit.
 */
function healthRoutes({ readiness, gateway, respond }: Services): Route[] {
  const route = (path: string, answer: Route['answer']) => ({
    methods: READ,
    path,
    operation: 'health',
    answer,
  });
  return [
    route('/healthz', (exchange) => respond.plain(exchange, '{"status":"live"}')),
    route('/readyz', async (exchange) => {
      const serves = readiness();
      const state = serves.ready ? await gateway.chargeable.state() : serves;
      if (!state.ready) throw unavailable(state.reason);
      respond.plain(exchange, '{"status":"ready"}');
    }),
  ];
}
