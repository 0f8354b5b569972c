import type { IncomingMessage } from 'node:http';
import { invalidParams, type ParameterFault } from '../contract/errors.js';
import type { Text } from '../gateway/answer-text.js';
import type { CompiledOperation } from '../gateway/compile.js';
import type { Delivery, Outcome } from '../gateway/delivery.js';
import type { AnswerForm, Parameters } from '../gateway/parameters.js';
import type { Operation } from '../operations/support/declare.js';
import { readJsonBody } from './body.js';
import { type EncodedBody, pack } from './compress.js';
import type { HttpExchange } from './http-exchange.js';
import {
  chooseType,
  ignoreBody,
  isChange,
  matchesETag,
  type Unchanged,
  unchangedOf,
} from './request-headers.js';
import { READ, type Route } from './route.js';
import type { Services } from './services.js';

/** Serves an operation at its path: the gateway's call over HTTP. */
export function mountOperation(operation: Operation, services: Services): Route {
  const compiled = services.gateway.compile(operation);
  return {
    methods: operation.method === 'GET' ? READ : [operation.method],
    path: operation.path,
    operation: operation.id,
    answer: (exchange) => serve(compiled, exchange, services),
  };
}

async function serve(compiled: CompiledOperation, exchange: HttpExchange, { gateway, respond }: Services) {
  const { operation } = compiled;
  exchange.negotiated = operation.csv !== undefined || operation.lines !== undefined;
  const { authorization } = exchange.request.headers;
  const caller = operation.scope === null ? null : await gateway.identify(authorization, exchange, exchange);
  const delivery = new HttpDelivery(exchange, operation);
  const read = () => readRequest(operation, exchange);
  const outcome = await gateway.deliver(compiled, read, caller, exchange, delivery);
  if (outcome.kind === 'file') return await respond.file(exchange, outcome.tag, outcome.file);
  send(outcome, operation, delivery, exchange, respond);
}

function send(
  outcome: Exclude<Outcome<EncodedBody>, { kind: 'file' }>,
  { status }: Operation,
  { unchanged }: HttpDelivery,
  exchange: HttpExchange,
  respond: Services['respond'],
): void {
  const { kind } = outcome;
  if (kind === 'answer') {
    const form = OTHER_FORMS[outcome.form] ?? (status && !outcome.preview ? { status } : undefined);
    respond.ok(exchange, outcome.tag, outcome.body, form);
  } else if (kind === 'unchanged') respond.notModified(exchange, unchanged);
  else if (kind === 'quote') respond.head(exchange);
}

const OTHER_FORMS = {
  json: undefined,
  csv: { type: 'text/csv; charset=utf-8' },
  lines: { type: 'application/x-ndjson; charset=utf-8' },
};

/** Throws the HTTP-specific 415, 406 and 400. */
function readRequest(operation: Operation, exchange: HttpExchange): Parameters | Promise<Parameters> {
  const { request, response } = exchange;
  if (operation.body)
    return readJsonBody(exchange, operation.maxBodyBytes).then((body) =>
      parametersOf(operation, exchange, body),
    );
  ignoreBody(request, response);
  return parametersOf(operation, exchange, undefined);
}

function parametersOf(operation: Operation, exchange: HttpExchange, body: unknown): Parameters {
  const { request, params, query } = exchange;
  const form = formOf(operation, request, query.format);
  refuseBadEncoding(request.url ?? '/');
  const { 'idempotency-key': idempotencyKey, authorization: secret } = request.headers;
  return {
    params,
    query,
    body,
    form,
    quoteOnly: request.method === 'HEAD',
    idempotencyKey,
    ...(secret !== undefined && { secret }),
  };
}

/** `format` in the query selects a table; otherwise `Accept` decides. Throws the 406. */
function formOf({ csv, lines, file }: Operation, request: IncomingMessage, format: unknown): AnswerForm {
  if (file) {
    chooseType(request, file.types);
    return 'json';
  }
  if (csv && (format === 'csv' || format === 'json')) return format;
  const type = chooseType(request, [
    'application/json',
    ...(csv ? ['text/csv'] : []),
    ...(lines === undefined ? [] : ['application/x-ndjson']),
  ]);
  if (type === 'text/csv') return 'csv';
  return type === 'application/x-ndjson' ? 'lines' : 'json';
}

/** Encodes a response for the client, and checks its conditional headers. */
class HttpDelivery implements Delivery<EncodedBody> {
  /** Headers of the 304, after `isHeld` returned true. */
  unchanged: Unchanged = {};

  constructor(
    private readonly exchange: HttpExchange,
    private readonly operation: Pick<Operation, 'scope' | 'free'>,
  ) {}

  isHeld(tag: string): boolean {
    const { request } = this.exchange;
    if (isChange(request)) return false;
    if (this.operation.scope === null || this.operation.free) {
      this.unchanged = { etag: tag };
      return matchesETag(request.headers['if-none-match'], tag);
    }
    const unchanged = unchangedOf(this.exchange, tag);
    if (unchanged) this.unchanged = unchanged;
    return unchanged !== undefined;
  }

  prepare(text: Text): EncodedBody | Promise<EncodedBody> {
    return pack(text, this.exchange.request.headers['accept-encoding']);
  }

  get isGone(): boolean {
    return this.exchange.clientGone;
  }
}

/** Throws one 400 that lists each parameter that is not percent-encoded UTF-8. */
function refuseBadEncoding(url: string): void {
  const start = url.indexOf('?');
  if (start === -1 || !url.includes('%', start)) return;
  const faults: ParameterFault[] = [];
  for (const pair of url.slice(start + 1).split('&')) {
    if (decoded(pair) !== undefined) continue;
    const [name = ''] = pair.split('=', 1);
    const parameter = decoded(name) ?? name;
    if (faults.some((fault) => fault.parameter === parameter)) continue;
    faults.push({ parameter, message: 'must be percent-encoded UTF-8; a percent sign itself is %25.' });
  }
  if (faults.length > 0) throw invalidParams(...faults);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
