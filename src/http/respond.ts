import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ApiError } from '../contract/errors.js';
import { httpDate } from '../domain/time/instants.js';
import { textOf } from '../gateway/answer-text.js';
import { errorLog, type Log } from '../gateway/error-log.js';
import { toApiError } from '../gateway/errors.js';
import type { RateLimit } from '../gateway/rate-window.js';
import type { ServedFile } from '../operations/support/declare.js';
import { endInOneWrite } from '../platform/internals/response-head.js';
import { KeyReusedError } from '../store/store.js';
import { type EncodedBody, type PackOnce, pack } from './compress.js';
import { toProblem } from './errors.js';
import { rangeOf, sendFile } from './file.js';
import type { HttpExchange } from './http-exchange.js';
import type { Metrics } from './metrics.js';
import { FRAMED_POLICY, PAGE_POLICY } from './page-policy.js';
import { prefersPage, type Unchanged } from './request-headers.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const PAGE_TYPE = 'text/html; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export interface Responder {
  /** A 200 in JSON, unless the form says otherwise. */
  ok(exchange: HttpExchange, etag: string, packed: EncodedBody, form?: AnswerForm): void;
  /** The file or the range of it that is asked for. Resolves when it is sent, or the client is gone. Throws the 416. */
  file(exchange: HttpExchange, etag: string, file: ServedFile): Promise<void>;
  /** A 200 outside the API: no ETag. */
  plain(exchange: HttpExchange, body: string, type?: string): void;
  /** A file that was made for the request. `name` is ASCII without quotes. */
  attachment(exchange: HttpExchange, file: Attachment): void;
  /** An answer of another protocol, as that has it. */
  other(exchange: HttpExchange, status: number, type: string | undefined, text: string): void;
  /** The 200 of a HEAD that is no GET without its body: headers alone. */
  head(exchange: HttpExchange): void;
  /** A page, compressed as the reader takes it. */
  page(exchange: HttpExchange, page: PageAnswer): Promise<void>;
  /** 303: the browser asks for that path next. */
  redirect(exchange: HttpExchange, path: string, headers: readonly string[]): void;
  notModified(exchange: HttpExchange, unchanged: Unchanged): void;
  noContent(exchange: HttpExchange, headers: readonly string[]): void;
  /** Answers any error, with a page if the reader prefers one and there is one; only faults that are not the client's are logged. */
  problem(exchange: HttpExchange, error: unknown): void;
}

interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

interface PageAnswer {
  readonly status: number;
  readonly html: string | PackOnce;
  /** Name, value, name, value. */
  readonly headers?: readonly string[];
  /** Whether pages of others may frame it. */
  readonly isFramed?: true;
}

interface AnswerForm {
  readonly status?: number;
  readonly type?: string;
  /** Headers it needs: name, value, name, value. */
  readonly headers?: readonly string[];
}

interface Responding {
  readonly corsOrigins: ReadonlySet<string>;
  readonly log: Log;
  readonly isStopping: () => boolean;
  readonly report: AccessLog;
  /** The page that explains an error. */
  readonly errorPage: (exchange: HttpExchange, error: ApiError) => string | undefined;
  readonly answerInOne: SingleWriteResponse;
}

/** Writes straight to Node's response, head and body in one packet. */
export function responder({
  corsOrigins,
  log,
  isStopping,
  report,
  answerInOne,
  errorPage,
}: Responding): Responder {
  const logError = errorLog(log);
  return {
    ok: (exchange, etag, packed, { status = 200, type = JSON_TYPE, headers = NONE } = JSON_ANSWER) => {
      const lines =
        typeLines(type, packed) + validatorLines(etag, exchange.lastModified) + linkLine(exchange);
      write(exchange, status, { lines, headers }, packed);
    },
    file: async (exchange, etag, file) => {
      const { status, headers, stretch } = rangeOf(exchange.request, etag, file);
      // Before the head: a file that is gone is a fault, not a body that breaks off.
      const opened = await open(file.path);
      try {
        if (isStopping()) exchange.response.shouldKeepAlive = false;
        const lines = pairsOf(validatorLines(etag, undefined) + commonLines(exchange, corsOrigins));
        exchange.response.writeHead(status, [...headers, ...lines]);
        await sendFile(exchange, opened, stretch);
      } finally {
        await opened.close();
      }
      report(exchange, status);
    },
    plain: (exchange, text, type = JSON_TYPE) => writeText(exchange, 200, type, NONE, text),
    attachment: (exchange, { name, type, body }) => {
      const packed = { body, bytes: body.length, coding: undefined };
      const headers = ['Content-Disposition', `attachment; filename="${name}"`];
      write(exchange, 200, { lines: typeLines(type, packed), headers }, packed);
    },
    other: (exchange, status, type, text) => {
      if (type !== undefined) return writeText(exchange, status, type, NONE, text);
      write(exchange, status, { lines: '', headers: NONE }, EMPTY);
    },
    page: async (exchange, { status, html, headers = NONE, isFramed = false }) => {
      const { 'accept-encoding': accepted } = exchange.request.headers;
      const packed = await (typeof html === 'string' ? pack(textOf(html), accepted) : html(accepted));
      write(
        exchange,
        status,
        {
          lines: typeLines(PAGE_TYPE, packed),
          headers: [...headers, ...(isFramed ? FRAMED_POLICY : PAGE_POLICY)],
        },
        packed,
      );
    },
    redirect: (exchange, path, headers) =>
      write(exchange, 303, { lines: '', headers: [...headers, 'Location', path] }, EMPTY),
    head: (exchange) => write(exchange, 200, { lines: '', headers: NONE }, EMPTY),
    notModified: (exchange, { etag, lastModified }) =>
      write(exchange, 304, { lines: validatorLines(etag, lastModified), headers: NONE }, EMPTY),
    noContent: (exchange, headers) => write(exchange, 204, { lines: '', headers }, EMPTY),
    problem: (exchange, error) => {
      const shown = toApiError(error);
      if (shown !== error && !(error instanceof KeyReusedError))
        logError(error, exchange.requestId, shown.detail);
      if (exchange.response.headersSent) {
        exchange.response.destroy();
        return;
      }
      exchange.cost = 0;
      const { status, headers, body } = toProblem(shown, exchange.shownPath, exchange.requestId);
      const page = exchange.isPage && prefersPage(exchange.request) ? errorPage(exchange, shown) : undefined;
      if (page === undefined) writeText(exchange, status, PROBLEM_TYPE, headers, body);
      else writeText(exchange, status, PAGE_TYPE, [...headers, ...PAGE_POLICY], page);
    },
  };

  function writeText(
    exchange: HttpExchange,
    status: number,
    type: string,
    headers: readonly string[],
    text: string,
  ): void {
    const packed = { body: text, bytes: Buffer.byteLength(text), coding: undefined };
    write(exchange, status, { lines: typeLines(type, packed), headers }, packed);
  }

  function write(exchange: HttpExchange, status: number, head: Head, { body, bytes }: EncodedBody): void {
    const { response } = exchange;
    if (isStopping()) response.shouldKeepAlive = false;
    const lines = head.lines + commonLines(exchange, corsOrigins);
    const isAscii = bytes === body.length;
    const isPlain = status === 200 && typeof body === 'string' && head.headers.length === 0;
    if (!isPlain || !answerInOne(response, lines, body, isAscii)) {
      response.writeHead(status, [...head.headers, ...pairsOf(lines)]);
      // ASCII is the same in both encodings; as UTF-8 it would be written character by character.
      response.end(body, isAscii ? 'latin1' : 'utf8');
    }
    report(exchange, status);
  }
}

/** The head of an answer, without what all carry. */
interface Head {
  /** Made here: `Name: value\r\n`. */
  readonly lines: string;
  /** Headers of the answering part: name, value, name, value. */
  readonly headers: readonly string[];
}

const NONE: readonly string[] = [];
const EMPTY: EncodedBody = { body: '', bytes: 0, coding: undefined };
const JSON_ANSWER: AnswerForm = {};

function typeLines(type: string, { bytes, coding }: EncodedBody): string {
  const lines = `Content-Type: ${type}\r\nContent-Length: ${bytes}\r\n`;
  return coding === undefined ? lines : `${lines}Content-Encoding: ${coding}\r\n`;
}

function validatorLines(etag: string | undefined, lastModified: number | undefined): string {
  const tag = etag === undefined ? '' : `ETag: ${etag}\r\n`;
  return lastModified === undefined ? tag : `${tag}Last-Modified: ${httpDate(lastModified)}\r\n`;
}

/** The pages of the same list before and after this one (RFC 8288), relative to the URL of the request. */
function linkLine({ page, request }: HttpExchange): string {
  if (page === undefined || (page.offset === 0 && !page.hasMore)) return '';
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://dossier.invalid');
  const to = (rel: string, offset: number) => {
    searchParams.set('offset', String(offset));
    return `<${pathname}?${searchParams}>; rel="${rel}"`;
  };
  const { offset, limit, hasMore, cursor } = page;
  if (cursor !== undefined) {
    searchParams.delete('offset');
    searchParams.set('cursor', cursor);
    return `Link: <${pathname}?${searchParams}>; rel="next"\r\n`;
  }
  const links = [
    ...(offset > 0 ? [to('first', 0), to('prev', Math.max(0, offset - limit))] : []),
    ...(hasMore ? [to('next', offset + limit)] : []),
  ];
  return `Link: ${links.join(', ')}\r\n`;
}

/** Called once per response, when its head is written. */
type AccessLog = (exchange: HttpExchange, status: number) => void;

/** Counts the response, and logs it at level `info`. Never logs paths, queries or keys. */
export function accessLog(metrics: Metrics, log: Pick<Log, 'info'>): AccessLog {
  return (exchange, status) => {
    const milliseconds = performance.now() - exchange.startedAt;
    metrics.answered(exchange, status, milliseconds / 1_000);
    const { requestId, operation, cost, caller, request } = exchange;
    log.info(
      {
        requestId,
        method: request.method,
        operation,
        status,
        ms: Math.round(milliseconds * 100) / 100,
        credits: cost,
        account: caller?.account.id ?? null,
        keyId: caller?.keyId ?? null,
      },
      'request',
    );
  };
}

/** Sends a 200 with these lines (`Name: value\r\n`) and this body. False, and nothing is done, if Node must see the parts. */
type SingleWriteResponse = (
  response: ServerResponse,
  lines: string,
  body: string,
  isAscii: boolean,
) => boolean;

/**
 * Head and body in one write; in ASCII they are one string, which the socket takes as it is. From `writeHead` and `end(body)` Node checks
 * every name and value again, and copies two strings into a buffer made for them: an eighth of a lookup, a tenth of writing other text.
 *
 * Only for lines that hold nothing a client sent unchecked. Not for an answer without a
 * body (HEAD), nor for the last one of a connection.
 */
export function singleWrite(keepAliveTimeoutMs: number): SingleWriteResponse {
  const connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1_000)}\r\n`;
  return (response, lines, body, isAscii) => {
    if (!response.shouldKeepAlive || response.req.method === 'HEAD') return false;
    const head = `HTTP/1.1 200 OK\r\n${lines}Date: ${dateNow()}\r\n${connection}\r\n`;
    return endInOneWrite(response, head, body, isAscii);
  };
}

let knownDate = '';

/** Written once for what is left of the second. */
function dateNow(): string {
  if (knownDate === '') {
    const now = new Date();
    knownDate = now.toUTCString();
    setTimeout(forgetDate, 1_000 - now.getMilliseconds()).unref();
  }
  return knownDate;
}

function forgetDate(): void {
  knownDate = '';
}

/** Headers that cross-origin scripts may read. */
const EXPOSED = [
  'X-Request-Id',
  'X-Credits-Cost',
  'X-Credits-Quote',
  'X-Credits-Remaining',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'Idempotency-Replayed',
  'ETag',
  'Last-Modified',
  'Link',
  'Accept-Ranges',
  'Content-Range',
].join(', ');

const NO_SNIFF = 'X-Content-Type-Options: nosniff\r\n';
const NO_CACHE = 'Cache-Control: private, no-cache\r\n';
const FOR_GOOD = 'Cache-Control: public, max-age=31536000, immutable\r\n';

/** The headers of every response, as lines: `Name: value\r\n`. They contain no unvalidated client input. */
function commonLines(exchange: HttpExchange, corsOrigins: ReadonlySet<string>): string {
  const byOrigin = corsOrigins.size > 0 ? VARY_WITH_ORIGIN : VARY;
  const vary = exchange.negotiated ? `${byOrigin}, Accept` : byOrigin;
  return (
    `X-Request-Id: ${exchange.requestId}\r\n${NO_SNIFF}${exchange.isImmutable ? FOR_GOOD : NO_CACHE}Vary: ${vary}\r\n` +
    (exchange.metered ? creditLines(exchange) : '') +
    (exchange.rate ? rateLimitLines(exchange.rate) : '') +
    allowedOriginLines(exchange, corsOrigins)
  );
}

function allowedOriginLines(exchange: HttpExchange, corsOrigins: ReadonlySet<string>): string {
  if (exchange.isForAllOrigins) return corsLines('*');
  const { origin } = exchange.request.headers;
  return origin !== undefined && corsOrigins.has(origin) ? corsLines(origin) : '';
}

/**
 * As Node expects them: name, value, name, value. Headers are lines because most responses are sent as one
 * string (`single-write-response.ts`; see ADR 6, and `npm run bench -- --only lookup`).
 */
export function pairsOf(lines: string): string[] {
  return lines
    .split('\r\n')
    .flatMap((line) =>
      line === '' ? [] : [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)],
    );
}

/** The response to a CORS preflight. */
export function preflightHeaders(): string[] {
  return [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, PATCH, DELETE',
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-None-Match, If-Modified-Since, Range, If-Range, X-Request-Id, Idempotency-Key, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
    'Access-Control-Max-Age',
    '7200',
  ];
}

const VARY = 'Authorization, Accept-Encoding';
const VARY_WITH_ORIGIN = `${VARY}, Origin`;

function creditLines({ cost, replayed, quote, remaining, request }: HttpExchange): string {
  const reported = request.method === 'HEAD' && quote !== undefined ? quote : cost;
  return (
    `X-Credits-Cost: ${reported}\r\n` +
    (replayed ? 'Idempotency-Replayed: true\r\n' : '') +
    (quote === undefined ? '' : `X-Credits-Quote: ${quote}\r\n`) +
    (remaining === undefined ? '' : `X-Credits-Remaining: ${remaining}\r\n`)
  );
}

function corsLines(origin: string): string {
  return `Access-Control-Allow-Origin: ${origin}\r\nAccess-Control-Expose-Headers: ${EXPOSED}\r\n`;
}

/** `X-RateLimit-*` and the fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers-10). */
function rateLimitLines({ limit, remaining, resetAt, secondsLeft }: RateLimit): string {
  return (
    `X-RateLimit-Limit: ${limit}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${resetAt}\r\n` +
    `RateLimit-Policy: "minute";q=${limit};w=60\r\nRateLimit: "minute";r=${remaining};t=${secondsLeft}\r\n`
  );
}
