import { unavailable } from '../gateway/errors.js';
import { READ, type Route } from './route.js';
import type { Services } from './services.js';

/**
 * `/healthz`: the process is running. `/readyz`: it can serve and charge, or a 503 with the reason. No key,
 * no limit.
 */
export function healthRoutes({ readiness, gateway, respond }: Services): Route[] {
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
