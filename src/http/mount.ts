import type { Operation } from '../operations/declare.js';
import { bodyChecker } from './body.js';
import { contentWriter } from './envelope.js';
import { RETRY_SECONDS, unavailable } from './errors.js';
import type { Exchange } from './exchange.js';
import { answerFree, type Mounted, readRequest } from './mounted.js';
import { parameterReader } from './parameter-reader.js';
import { serveKeyed } from './priced.js';
import { READ, type Route } from './routes.js';
import type { Services } from './services.js';
import { writer } from './written.js';

/** Serves an operation at its path: everything around `run`. */
export function mountOperation(operation: Operation, services: Services): Route {
  const mounted = {
    operation,
    read: parameterReader(operation),
    write: writer(contentWriter(operation.data, operation.meta), services.tagOf),
    ...(operation.body && { checkBody: bodyChecker(operation.body) }),
  };
  return {
    methods: operation.method === 'POST' ? ['POST'] : READ,
    path: operation.path,
    operation: operation.id,
    answer: (exchange) => serve(mounted, exchange, services),
  };
}

function serve(mounted: Mounted, exchange: Exchange, services: Services): Promise<void> {
  exchange.negotiated = mounted.operation.csv !== undefined;
  const state = services.readiness();
  if (!state.ready) throw unavailable(state.reason, RETRY_SECONDS);
  return mounted.operation.scope === null
    ? answerFree(mounted, readRequest(mounted, exchange), exchange, services)
    : serveKeyed(mounted, exchange, services);
}
