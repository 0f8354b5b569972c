import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '../operations/declare.js';
import { contentWriter, writeEnvelope } from './envelope.js';
import { RETRY_SECONDS, unavailable } from './errors.js';
import { matchesETag } from './etag.js';
import { Exchange } from './exchange.js';
import { etagOf, type Mounted, readRequest, send } from './mounted.js';
import { refuseLongUrl } from './negotiate.js';
import { servePriced } from './priced.js';
import type { Services } from './services.js';
import { validator } from './validate.js';

/** Serves an operation at its path: everything around `run`. */
export function mountOperation(app: FastifyInstance, operation: Operation, services: Services): void {
  const mounted = {
    operation,
    validate: validator(operation),
    write: contentWriter(operation.data, operation.meta),
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: operation.path,
    handler: (request, reply) => {
      reply.hijack();
      const exchange = new Exchange(request.raw, reply.raw, request.id, services.clock());
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
  try {
    const state = services.readiness();
    if (!state.ready) throw unavailable(state.reason, RETRY_SECONDS);
    refuseLongUrl(exchange.request, services.urlBytes);
    if (mounted.operation.scope === null) await serveFree(mounted, request, exchange, services);
    else await servePriced(mounted, request, exchange, services);
  } catch (error) {
    services.respond.problem(exchange, error);
  }
}

async function serveFree(
  mounted: Mounted,
  request: FastifyRequest,
  exchange: Exchange,
  services: Services,
): Promise<void> {
  const { ignored, asked } = readRequest(mounted, request);
  const { requestId, at } = exchange;
  const content = mounted.write(await mounted.operation.run(asked, { requestId, accountId: null, at }));
  const etag = etagOf(content, ignored);
  if (matchesETag(exchange.request.headers['if-none-match'], etag)) {
    services.respond.notModified(exchange, etag);
    return;
  }
  await send(exchange, etag, writeEnvelope(content, 0, requestId, ignored), services);
}
