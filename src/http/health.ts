import type { FastifyInstance } from 'fastify';
import { RETRY_SECONDS, unavailable } from './errors.js';
import { Exchange } from './exchange.js';
import type { Services } from './services.js';

/** `/healthz`: the process answers. `/readyz`: it can serve, else 503 with the reason. No key, no limit. */
export function mountHealth(app: FastifyInstance, { clock, readiness, respond }: Services): void {
  const serve = (url: string, answer: (exchange: Exchange) => void) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        reply.hijack();
        const exchange = new Exchange(request.raw, reply.raw, request.id, clock());
        exchange.operation = 'health';
        answer(exchange);
      },
    });

  serve('/healthz', (exchange) => respond.plain(exchange, '{"status":"live"}'));
  serve('/readyz', (exchange) => {
    const state = readiness();
    if (state.ready) respond.plain(exchange, '{"status":"ready"}');
    else respond.problem(exchange, unavailable(state.reason, RETRY_SECONDS));
  });
}
