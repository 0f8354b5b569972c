import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '../operations/declare.js';
import { bodyChecker } from './body.js';
import { contentWriter } from './envelope.js';
import { RETRY_SECONDS, unavailable } from './errors.js';
import { Exchange } from './exchange.js';
import { answerFree, type Mounted, readRequest } from './mounted.js';
import { refuseLongUrl } from './negotiate.js';
import { serveKeyed } from './priced.js';
import type { Services } from './services.js';
import { validator } from './validate.js';
import { writer } from './written.js';

/** Serves an operation at its path: everything around `run`. */
export function mountOperation(app: FastifyInstance, operation: Operation, services: Services): void {
  const mounted = {
    operation,
    validate: validator(operation),
    write: writer(contentWriter(operation.data, operation.meta)),
    ...(operation.body && { checkBody: bodyChecker(operation.body) }),
  };
  app.route({
    method: operation.method === 'POST' ? 'POST' : ['GET', 'HEAD'],
    url: operation.path,
    handler: (request, reply) => {
      reply.hijack();
      const exchange = new Exchange(request.raw, reply.raw, request.id, services.clock());
      exchange.operation = operation.id;
      exchange.negotiated = operation.csv !== undefined;
      void serve(mounted, request, exchange, services);
    },
  });
}

async function serve(
  mounted: Mounted,
  request: FastifyRequest,
  exchange: Exchange,
  services: Services,
): Promise<void> {
  services.running.begin();
  try {
    const state = services.readiness();
    if (!state.ready) throw unavailable(state.reason, RETRY_SECONDS);
    refuseLongUrl(exchange.request, services.urlBytes);
    if (mounted.operation.scope !== null) await serveKeyed(mounted, request, exchange, services);
    else await answerFree(mounted, readRequest(mounted, request), exchange, services);
  } catch (error) {
    // What is left of an unread body would be taken for the next request.
    if (!request.raw.complete) exchange.response.shouldKeepAlive = false;
    services.respond.problem(exchange, error);
  } finally {
    services.running.end();
  }
}
