import type { IncomingMessage } from 'node:http';
import type { Answer, Once, Operation } from '../operations/declare.js';
import { matchesETag, weakETag } from './etag.js';
import type { Exchange } from './exchange.js';
import { chooseType, ignoreBody } from './negotiate.js';
import { pack, type Text, textOf } from './pack.js';
import type { Asked, ParameterReader } from './parameter-reader.js';
import { refuseBadEncoding } from './query-encoding.js';
import type { Services } from './services.js';
import { finish, type Writer } from './written.js';

/** An operation with everything that can be made ahead of requests. */
export interface Mounted {
  readonly operation: Operation;
  readonly read: ParameterReader;
  readonly write: Writer;
  /** Of a POST: throws the 400 of a body that is not what the operation takes. */
  readonly checkBody?: (body: unknown) => void;
}

export interface Read extends Asked {
  /** The client wants the table, not JSON. */
  readonly csv: boolean;
}

/** 415, 406 and 400: the faults of this very request. */
export function readRequest(mounted: Mounted, exchange: Exchange, body?: unknown): Read {
  const { request, params, query } = exchange;
  if (!mounted.checkBody) ignoreBody(request, exchange.response);
  const { operation } = mounted;
  const csv = operation.csv !== undefined && wantsCsv(request, query.format);
  if (operation.csv === undefined) chooseType(request, ['application/json']);
  refuseBadEncoding(request.url ?? '/');
  mounted.checkBody?.(body);
  const { ignored, dryRun, asked } = mounted.read(params, query, body);
  return { ignored, dryRun, csv, asked };
}

/** A free operation: run, tagged, sent. */
export async function answerFree(
  { operation, write }: Mounted,
  { asked, ignored, csv }: Read,
  exchange: Exchange,
  services: Services,
  once?: Once,
): Promise<void> {
  const { requestId, at, caller } = exchange;
  const answer = await operation.run(asked, {
    requestId,
    accountId: caller?.account.id ?? null,
    keyId: caller?.keyId ?? null,
    at,
    ...(once && { once }),
  });
  if (csv) return sendCsv(operation, answer, exchange, services);
  const written = write(answer, ignored);
  const { etag } = written;
  if (exchange.request.method !== 'POST' && matchesETag(exchange.request.headers['if-none-match'], etag)) {
    return services.respond.notModified(exchange, { etag });
  }
  await send(exchange, etag, finish(written, 0, requestId, ignored), services);
}

/** Sends what is paid for or free. */
export async function send(
  exchange: Exchange,
  etag: string,
  text: Text,
  { respond }: Services,
  type?: string,
): Promise<void> {
  const packed = await pack(text, exchange.request.headers['accept-encoding']);
  respond.ok(exchange, etag, packed, type === undefined ? undefined : { type, headers: [] });
}

async function sendCsv(
  { csv }: Operation,
  { data }: Answer,
  exchange: Exchange,
  services: Services,
): Promise<void> {
  const body = csv && 'value' in data ? csv.write(data.value) : '';
  const etag = weakETag(body);
  if (matchesETag(exchange.request.headers['if-none-match'], etag)) {
    return services.respond.notModified(exchange, { etag });
  }
  await send(exchange, etag, textOf(body), services, 'text/csv; charset=utf-8');
}

/** `format` says it outright; else `Accept` does. Throws the 406. */
function wantsCsv(request: IncomingMessage, format: unknown): boolean {
  if (format === 'csv' || format === 'json') return format === 'csv';
  return chooseType(request, ['application/json', 'text/csv']) === 'text/csv';
}
