import type { IncomingMessage } from 'node:http';
import type { CompiledOperation } from '../gateway/compile.js';
import type { Outcome } from '../gateway/delivery.js';
import type { Parameters } from '../gateway/parameters.js';
import type { Operation } from '../operations/declare.js';
import type { EncodedBody } from './answer/compress.js';
import { HttpDelivery } from './answer/http-delivery.js';
import { readJsonBody } from './request/body.js';
import type { Exchange } from './request/exchange.js';
import { chooseType, ignoreBody } from './request/negotiate.js';
import { refuseBadEncoding } from './request/query-encoding.js';
import { READ, type Route } from './route.js';
import type { Services } from './services.js';

/** Serves an operation at its path: the gateway's call, spoken in HTTP. */
export function mountOperation(operation: Operation, services: Services): Route {
  const compiled = services.gateway.compile(operation);
  return {
    methods: operation.method === 'POST' ? ['POST'] : READ,
    path: operation.path,
    operation: operation.id,
    answer: (exchange) => serve(compiled, exchange, services),
  };
}

async function serve(compiled: CompiledOperation, exchange: Exchange, { gateway, respond }: Services) {
  const { operation } = compiled;
  exchange.negotiated = operation.csv !== undefined;
  const { authorization } = exchange.request.headers;
  const caller = operation.scope === null ? null : await gateway.identify(authorization, exchange, exchange);
  const delivery = new HttpDelivery(exchange, operation);
  const read = () => readRequest(operation, exchange);
  const outcome = await gateway.deliver(compiled, read, caller, exchange, delivery);
  send(outcome, delivery, exchange, respond);
}

function send(
  outcome: Outcome<EncodedBody>,
  { unchanged }: HttpDelivery,
  exchange: Exchange,
  respond: Services['respond'],
): void {
  const { kind } = outcome;
  if (kind === 'answer') respond.ok(exchange, outcome.tag, outcome.body, outcome.csv ? TABLE : undefined);
  else if (kind === 'unchanged') respond.notModified(exchange, unchanged);
  else if (kind === 'quote') respond.head(exchange);
}

const TABLE = { type: 'text/csv; charset=utf-8', headers: [] };

/** Throws the 415, the 406 and the 400 that are HTTP's own. */
function readRequest(operation: Operation, exchange: Exchange): Parameters | Promise<Parameters> {
  const { request, response } = exchange;
  if (operation.body) return readJsonBody(request).then((body) => parametersOf(operation, exchange, body));
  ignoreBody(request, response);
  return parametersOf(operation, exchange, undefined);
}

function parametersOf(operation: Operation, exchange: Exchange, body: unknown): Parameters {
  const { request, params, query } = exchange;
  const csv = operation.csv !== undefined && wantsCsv(request, query.format);
  if (operation.csv === undefined) chooseType(request, ['application/json']);
  refuseBadEncoding(request.url ?? '/');
  const { 'idempotency-key': idempotencyKey, authorization: secret } = request.headers;
  return {
    params,
    query,
    body,
    csv,
    quoteOnly: request.method === 'HEAD',
    idempotencyKey,
    ...(secret !== undefined && { secret }),
  };
}

/** `format` says it outright; else `Accept` does. Throws the 406. */
function wantsCsv(request: IncomingMessage, format: unknown): boolean {
  if (format === 'csv' || format === 'json') return format === 'csv';
  return chooseType(request, ['application/json', 'text/csv']) === 'text/csv';
}
