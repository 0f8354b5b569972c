import type { RateLimit } from '../gateway/rate-window.js';
import type { HttpExchange } from './http-exchange.js';

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
  'Accept-Ranges',
  'Content-Range',
].join(', ');

const NO_SNIFF = 'X-Content-Type-Options: nosniff\r\n';
const NO_CACHE = 'Cache-Control: private, no-cache\r\n';
const FOR_GOOD = 'Cache-Control: public, max-age=31536000, immutable\r\n';

/** The headers that every answer carries, as lines: `Name: value\r\n`. Nothing in them is a client's that was not checked. */
export function commonLines(exchange: HttpExchange, corsOrigins: ReadonlySet<string>): string {
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
 * As Node takes them: name, value, name, value. Headers are made as lines because nearly every answer is sent as one text
 * (`single-write-response.ts`; ADR 6 has the figures, `npm run bench -- --only lookup` measures them).
 */
export function pairsOf(lines: string): string[] {
  return lines
    .split('\r\n')
    .flatMap((line) =>
      line === '' ? [] : [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)],
    );
}

/** The answer to a browser that asks whether it may send a key here. */
export function preflightHeaders(): string[] {
  return [
    'Access-Control-Allow-Methods',
    'GET, HEAD, POST, DELETE',
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
