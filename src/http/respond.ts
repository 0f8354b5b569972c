import { httpDate } from '../domain/instants.js';
import { toApiError, toProblem } from './errors.js';
import type { Exchange } from './exchange.js';
import { pushCommonHeaders } from './headers.js';
import type { AnswerInOne } from './in-one.js';
import type { Packed } from './pack.js';
import type { Report } from './report.js';
import type { Services } from './services.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export interface Responder {
  ok(
    exchange: Exchange,
    etag: string,
    packed: Packed,
    /** Where the answer is no JSON: its type, and headers it needs. */
    other?: { readonly type: string; readonly headers: readonly string[] },
  ): void;
  /** A 200 beside the API: no ETag. */
  plain(exchange: Exchange, body: string, type?: string): void;
  notModified(exchange: Exchange, etag: string): void;
  noContent(exchange: Exchange, headers: readonly string[]): void;
  /** Whatever was thrown; only what is no fault of the client is logged. */
  problem(exchange: Exchange, error: unknown): void;
}

export interface Responding {
  readonly corsOrigins: ReadonlySet<string>;
  readonly log: Services['log'];
  readonly isStopping: () => boolean;
  readonly report: Report;
  readonly answerInOne: AnswerInOne;
}

/** Writes straight to Node's response: header names and values in one flat list, head and body in one packet. */
export function responder({ corsOrigins, log, isStopping, report, answerInOne }: Responding): Responder {
  return {
    ok: (exchange, etag, { body, bytes, coding }, other) => {
      const headers = validators(exchange, etag);
      if (other !== undefined) headers.push(...other.headers);
      if (coding !== undefined) headers.push('Content-Encoding', coding);
      writeBody(exchange, 200, other?.type ?? JSON_TYPE, headers, body, bytes);
    },
    plain: (exchange, body, type = JSON_TYPE) => writeBody(exchange, 200, type, [], body),
    notModified: (exchange, etag) => write(exchange, 304, validators(exchange, etag)),
    noContent: (exchange, headers) => write(exchange, 204, [...headers]),
    problem: (exchange, error) => {
      const shown = toApiError(error);
      if (shown !== error) log.error({ err: error, requestId: exchange.requestId }, shown.detail);
      if (exchange.response.headersSent) {
        exchange.response.destroy();
        return;
      }
      exchange.cost = 0;
      const { status, headers, body } = toProblem(shown, exchange.path, exchange.requestId);
      writeBody(exchange, status, PROBLEM_TYPE, headers, body);
    },
  };

  /** ASCII is the same in both encodings; as UTF-8 it would be written character by character. */
  function writeBody(
    exchange: Exchange,
    status: number,
    type: string,
    others: readonly string[],
    body: string | Buffer,
    bytes = Buffer.byteLength(body),
  ): void {
    const headers = ['Content-Type', type, 'Content-Length', `${bytes}`, ...others];
    write(exchange, status, headers, body, bytes === body.length ? 'latin1' : 'utf8');
  }

  function write(
    exchange: Exchange,
    status: number,
    headers: string[],
    body: string | Buffer = '',
    encoding: 'latin1' | 'utf8' = 'latin1',
  ): void {
    pushCommonHeaders(headers, exchange, corsOrigins);
    const { response } = exchange;
    if (isStopping()) response.shouldKeepAlive = false;
    const isPlain = status === 200 && typeof body === 'string' && encoding === 'latin1';
    if (!isPlain || !answerInOne(response, headers, body)) {
      response.writeHead(status, headers);
      response.end(body, encoding);
    }
    report(exchange, status);
  }
}

function validators({ lastModified }: Exchange, etag: string): string[] {
  if (lastModified === undefined) return ['ETag', etag];
  return ['ETag', etag, 'Last-Modified', httpDate(lastModified)];
}
