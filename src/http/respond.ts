import { open } from 'node:fs/promises';
import type { ApiError } from '../contract/errors.js';
import { httpDate } from '../domain/time/instants.js';
import { textOf } from '../gateway/answer-text.js';
import { errorLog, type Log } from '../gateway/error-log.js';
import { toApiError } from '../gateway/errors.js';
import type { ServedFile } from '../operations/support/declare.js';
import { KeyReusedError } from '../store/store.js';
import type { AccessLog } from './access-log.js';
import { type EncodedBody, type PackOnce, pack } from './compress.js';
import { toProblem } from './errors.js';
import type { Unchanged } from './etag.js';
import { rangeOf, sendFile } from './file.js';
import { commonLines, pairsOf } from './headers.js';
import type { HttpExchange } from './http-exchange.js';
import { prefersPage } from './negotiate.js';
import { FRAMED_POLICY, PAGE_POLICY } from './page-policy.js';
import type { SingleWriteResponse } from './single-write-response.js';

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

export interface PageAnswer {
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

export interface Responding {
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
      const lines = typeLines(type, packed) + validatorLines(etag, exchange.lastModified);
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
    const isPlain = status === 200 && typeof body === 'string' && isAscii && head.headers.length === 0;
    if (!isPlain || !answerInOne(response, lines, body)) {
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
