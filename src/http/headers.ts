import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.js';
import { pushRateLimitHeaders } from './limit.js';

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Headers a browser may read on an answer to another origin. */
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
].join(', ');

/** Tells ids of this process from those of others and of earlier starts. */
const REQUEST_ID_PREFIX = randomBytes(6).toString('hex');
let requestCount = 0;

/** The client's own id where it is sane, else a new one, unique over processes and starts. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && SANE_REQUEST_ID.test(sent)) return sent;
  requestCount += 1;
  return `${REQUEST_ID_PREFIX}-${requestCount.toString(36)}`;
}

/** Adds what every answer carries: name, value, name, value. */
export function pushCommonHeaders(
  headers: string[],
  exchange: Exchange,
  corsOrigins: ReadonlySet<string>,
): void {
  const byOrigin = corsOrigins.size > 0 ? VARY_WITH_ORIGIN : VARY;
  const vary = exchange.negotiated ? `${byOrigin}, Accept` : byOrigin;
  headers.push('X-Request-Id', exchange.requestId, 'Cache-Control', 'private, no-cache', 'Vary', vary);
  if (exchange.metered) pushCreditHeaders(headers, exchange);
  if (exchange.rate) pushRateLimitHeaders(headers, exchange.rate);
  const { origin } = exchange.request.headers;
  if (origin !== undefined && corsOrigins.has(origin)) pushCorsHeaders(headers, origin);
}

/** The answer to a browser that asks whether it may send a key here. */
export function preflightHeaders(): string[] {
  return [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST',
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-None-Match, If-Modified-Since, X-Request-Id, Idempotency-Key',
    'Access-Control-Max-Age',
    '7200',
  ];
}

const VARY = 'Authorization, Accept-Encoding';
const VARY_WITH_ORIGIN = `${VARY}, Origin`;

function pushCreditHeaders(headers: string[], exchange: Exchange): void {
  headers.push('X-Credits-Cost', `${exchange.cost}`);
  if (exchange.replayed) headers.push('Idempotency-Replayed', 'true');
  if (exchange.quote !== undefined) headers.push('X-Credits-Quote', `${exchange.quote}`);
  if (exchange.remaining !== undefined) headers.push('X-Credits-Remaining', `${exchange.remaining}`);
}

function pushCorsHeaders(headers: string[], origin: string): void {
  headers.push('Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED);
}
