import type { IncomingMessage, RequestListener } from 'node:http';
import Router from 'find-my-way';
import { ApiError } from '../contract/errors.js';
import type { Values } from '../gateway/parameters.js';
import { HttpExchange } from './http-exchange.js';
import { refuseBadUrl, unrouted } from './not-found.js';
import { hasBody, refuseLongUrl } from './request-headers.js';
import type { Route } from './route.js';
import type { Services } from './services.js';

const NOTHING: Values = {};

/** Answers every request: by its route, else by what is wrong with its path or method. */
export function listenerOf(routes: readonly Route[], services: Services): RequestListener {
  const methods = [...new Set(routes.flatMap((route) => route.methods))];
  const methodsOf = (path: string) => methods.filter((method) => router.find(method, path) !== null);
  const refuse = singleAnswer(refuseBadUrl, services);
  const router: Router.Instance<Router.HTTPVersion.V1> = Router({
    // Longer URLs have a 414 of their own.
    maxParamLength: Number.MAX_SAFE_INTEGER,
    // `/docs/` and `//docs` are `/docs`. The case of a path counts, as HTTP has it.
    ignoreTrailingSlash: true,
    ignoreDuplicateSlashes: true,
    defaultRoute: singleAnswer(unrouted(methodsOf, services), services),
    onBadUrl: (_path, request, response) => refuse(request, response),
  });
  for (const { methods, path, operation, answer } of routes) {
    router.on([...methods], path, (request, response, params, _store, query) => {
      const exchange = new HttpExchange(request, response, params, query, services);
      exchange.operation = operation;
      void run(answer, exchange, services);
    });
  }
  return (request, response) => router.lookup(request, response);
}

/** One answer whatever the path. */
export function singleAnswer(answer: Route['answer'], services: Services): RequestListener {
  return (request, response) =>
    void run(answer, new HttpExchange(request, response, NOTHING, NOTHING, services), services);
}

/** Nothing waits for a request to end: an error page that cannot be made closes the connection, and the process goes on. */
function answerProblem(exchange: HttpExchange, error: unknown, { respond, log }: Services): void {
  try {
    respond.problem(exchange, error);
  } catch (fault) {
    log.error({ err: fault, requestId: exchange.requestId }, 'The response to an error could not be sent.');
    exchange.response.destroy();
  }
}

async function run(answer: Route['answer'], exchange: HttpExchange, services: Services): Promise<void> {
  services.running.begin();
  try {
    refuseSecondHost(exchange.request);
    refuseLongUrl(exchange.request, services.urlBytes);
    await answer(exchange);
  } catch (error) {
    // The rest of an unread body would be taken for the next request.
    const { request, response } = exchange;
    if (hasBody(request) && !request.complete) response.shouldKeepAlive = false;
    answerProblem(exchange, error, services);
  } finally {
    exchange.releaseBody();
    services.running.end();
  }
}

/** Node keeps the first of several `Host` lines and says nothing; a proxy may have kept another. Throws the 400 (RFC 9112, 3.2). */
function refuseSecondHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) throw new ApiError('invalid_params', 'A request must have one Host header.');
}

const HOST = 'host';
