import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, invalidParams } from '../contract/errors.js';
import { HttpError, toProblem } from './errors.js';
import { Exchange } from './exchange.js';
import { preflightHeaders } from './headers.js';
import { refuseLongUrl } from './negotiate.js';
import type { Services } from './services.js';

/**
 * What reaches no route: unknown paths, other methods, and a browser's question before it sends a key. Call it before
 * routes are added: it watches which paths there are.
 */
export function mountUnrouted(app: FastifyInstance, services: Services): void {
  const served: ServedPath[] = [];
  app.addHook(
    'onRoute',
    ({ url, method }) => void served.push({ pattern: toPattern(url), methods: [method].flat() }),
  );
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    const exchange = new Exchange(request.raw, reply.raw, request.id, services.clock());
    try {
      refuseLongUrl(exchange.request, services.urlBytes);
      const methods = served.flatMap((path) => (path.pattern.test(exchange.path) ? path.methods : []));
      if (methods.length === 0) throw notFound();
      if (!isPreflight(exchange)) throw methodNotAllowed(exchange, methods);
      services.respond.noContent(exchange, preflightHeaders());
    } catch (error) {
      services.respond.problem(exchange, error);
    }
  });
}

interface ServedPath {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/** For paths that are no valid URL: Fastify finds no route for them. */
export function badUrl(): ApiError {
  return invalidParams({ parameter: 'path', message: 'must be percent-encoded UTF-8.' });
}

/** A `Content-Type` that names no type: Fastify refuses it before there is a route. */
export function badContentType(error: unknown): HttpError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!code.startsWith('FST_ERR_CTP_')) return undefined;
  return new HttpError('unsupported_media_type', 'The Content-Type of the request names no media type.', [
    'Connection',
    'close',
  ]);
}

/** Answers what Node's parser refused, before there is a request: 431, else 400. */
export function answerClientError(error: Error & ParserFault, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, body } = toProblem(clientError(error.code), '', '');
  socket.end(
    `HTTP/1.1 ${status} ${status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      'Content-Type: application/problem+json; charset=utf-8\r\nCache-Control: private, no-cache\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${isHead(error) ? '' : body}`,
  );
}

interface ParserFault {
  readonly code?: string;
  /** What arrived last: the whole request, where it came in one piece. */
  readonly rawPacket?: unknown;
}

/** An answer to HEAD has no body, whatever it says. */
function isHead({ rawPacket }: ParserFault): boolean {
  return Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
}

function clientError(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('headers_too_large', 'The request line and headers may be 16,384 bytes long.');
  }
  return new ApiError('invalid_params', 'What arrived is not a complete HTTP request.');
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such path.');
}

function methodNotAllowed(exchange: Exchange, methods: readonly string[]): HttpError {
  const closing = hasBody(exchange) ? ['Connection', 'close'] : [];
  return new HttpError('method_not_allowed', `This path answers ${methods.join(' and ')}.`, [
    'Allow',
    [...methods, 'OPTIONS'].join(', '),
    ...closing,
  ]);
}

function hasBody({ request: { headers } }: Exchange): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function isPreflight({ request }: Exchange): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
}

/** `/api/v1/entity/:id` -> all paths it answers. */
function toPattern(path: string): RegExp {
  const literal = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replace(/:\w+/g, '[^/]+')}$`);
}
