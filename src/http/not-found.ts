import type { Socket } from 'node:net';
import { ApiError, invalidParams } from '../contract/errors.js';
import { HttpError, toProblem } from './errors.js';
import type { HttpExchange } from './http-exchange.js';
import { hasBody } from './request-headers.js';
import { preflightHeaders } from './respond.js';
import type { Route } from './route.js';
import type { Services } from './services.js';

const METHODS = new Intl.ListFormat('en', { type: 'conjunction' });

/** Requests that reach no route: unknown paths, other methods, and a browser's question before it sends a key. */
export function unrouted(
  methodsOf: (path: string) => readonly string[],
  { respond }: Pick<Services, 'respond'>,
): Route['answer'] {
  return (exchange) => {
    exchange.isPage = !exchange.isForAllOrigins;
    exchange.negotiated = true;
    const methods = methodsOf(exchange.path);
    if (methods.length === 0) throw notFound(methodsOf(exchange.path.toLowerCase()).length > 0);
    if (!isPreflight(exchange)) throw methodNotAllowed(exchange, methods);
    respond.noContent(exchange, preflightHeaders());
  };
}

/** For paths that are no valid URL. */
export function refuseBadUrl(): never {
  throw invalidParams({ parameter: 'path', message: 'must be percent-encoded UTF-8.' });
}

/** For an `Expect` that is neither absent nor `100-continue`. The connection closes: the client may keep its body back. */
export function refuseExpectation(): never {
  throw new HttpError('expectation_failed', 'The only supported expectation is `100-continue`.', [
    'Connection',
    'close',
  ]);
}

/** Answers what Node's parser refused, before there is a request: 431, else 400. */
export function answerClientError(error: Error & ParserFault, socket: Socket, isFirst: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, body } = toProblem(clientError(error.code), '', '');
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      'Content-Type: application/problem+json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nCache-Control: private, no-cache\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isFirst && isHead(error) ? '' : body}`,
  );
}

interface ParserFault {
  readonly code?: string;
  /** The bytes that arrived last: the whole request, if it is the first of its packet and came in one piece. */
  readonly rawPacket?: unknown;
}

/** A response to HEAD never has a body. */
function isHead({ rawPacket }: ParserFault): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}

function clientError(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('headers_too_large', 'The request line and headers may have at most 16,384 bytes.');
  }
  if (code === 'HPE_INVALID_URL') {
    return new ApiError(
      'invalid_params',
      'The path and query must be percent-encoded: ASCII without spaces.',
    );
  }
  return new ApiError('invalid_params', 'The request is not a complete HTTP request.');
}

function notFound(existsInLowerCase: boolean): ApiError {
  const hint = existsInLowerCase
    ? 'paths are case-sensitive: `/api` and everything after it is lowercase, ids are as returned.'
    : '/docs lists the existing ones.';
  return new ApiError('not_found', `There is no such path; ${hint}`);
}

function methodNotAllowed(exchange: HttpExchange, methods: readonly string[]): HttpError {
  const closing = hasBody(exchange.request) ? ['Connection', 'close'] : [];
  return new HttpError('method_not_allowed', `This path accepts ${METHODS.format(methods)}.`, [
    'Allow',
    [...methods, 'OPTIONS'].join(', '),
    ...closing,
  ]);
}

function isPreflight({ request }: HttpExchange): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
}
