import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../contract/errors.js';
import type { HttpExchange } from './http-exchange.js';

/** Throws the 414. */
export function refuseLongUrl(request: IncomingMessage, maxBytes: number): void {
  if ((request.url?.length ?? 0) <= maxBytes) return;
  throw new ApiError(
    'uri_too_long',
    `The path and query may have at most ${maxBytes.toLocaleString('en-US')} bytes.`,
  );
}

/** Later types are ignored; no real client lists more. */
const RANGES_READ = 32;

/**
 * Whether the connection will close: while a request is being read it is incomplete, with or without a body.
 */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** A longer body that is not needed is not read to its end. */
const MAX_IGNORED_BYTES = 65_536;

/**
 * Some clients send a body with every GET. It has no meaning (RFC 9110, 9.3.1), so it is read and discarded.
 * If it is long or of unknown length, the connection closes after the response.
 */
export function ignoreBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  if (length > MAX_IGNORED_BYTES) response.shouldKeepAlive = false;
  else request.resume();
}

/**
 * Returns the response type: the highest weight in `Accept`, or the first type without a preference. Throws
 * the 406.
 */
export function chooseType(request: IncomingMessage, offered: readonly [string, ...string[]]): string {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === offered[0]) return offered[0];
  const ranges = accept.toLowerCase().split(',', RANGES_READ).map(toRange);
  let best: { type: string; weight: number } = { type: '', weight: 0 };
  for (const type of offered) {
    const weight = weightOf(type, ranges);
    if (weight > best.weight) best = { type, weight };
  }
  if (best.weight > 0) return best.type;
  const names = offered.map((type) => `\`${type}\``).join(' or ');
  throw new ApiError('not_acceptable', `This operation returns ${names} only.`);
}

/** Whether the client prefers HTML to a problem document, as browsers do; false without a preference. */
export function prefersPage({ headers }: IncomingMessage): boolean {
  const ranges = (headers.accept ?? '').toLowerCase().split(',', RANGES_READ).map(toRange);
  const page = weightOf('text/html', ranges);
  return page > weightOf('application/problem+json', ranges) && page > weightOf('application/json', ranges);
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

/** The most specific range decides (RFC 9110, 12.5.1); a weight of 0 rules out. */
function weightOf(type: string, ranges: readonly Range[]): number {
  for (const pattern of [type, `${type.split('/')[0]}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === pattern);
    if (range) return range.weight;
  }
  return 0;
}

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.map((parameter) => /^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1]).find(Boolean);
  return { type, weight: weight === undefined ? 1 : Number(weight) };
}

/**
 * Returns whether `If-None-Match` (RFC 9110, 13.1.2) contains the tag. Weak comparison. The quotes are part
 * of the tag, so a part of another tag never matches.
 */
export function namesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.includes(etag.slice('W/'.length)) ?? false;
}

/**
 * Like `namesETag`, but `*` matches too. Only for free resources, because it reveals that there is a
 * response.
 */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === '*' || namesETag(ifNoneMatch, etag);
}

/** A change is executed whatever the client has. */
export function isChange({ method }: Pick<HttpExchange['request'], 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** The headers that a 304 repeats; it must not reveal a validator. */
export interface Unchanged {
  /** Absent if the client did not send it. */
  readonly etag?: string;
  readonly lastModified?: number;
}

/**
 * Returns the free 304 of a priced GET. It only confirms what the client has: `*` matches nothing, and a date
 * must equal the response's own `Last-Modified`, because a later one would reveal that there is a response.
 * `If-Modified-Since` is only used without `If-None-Match` (RFC 9110, 13.1.3); an invalid date is ignored.
 */
export function unchangedOf(
  { request, lastModified }: Pick<HttpExchange, 'request' | 'lastModified'>,
  etag: string,
): Unchanged | undefined {
  if (isChange(request)) return undefined;
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  const held = lastModified === undefined ? {} : { lastModified };
  if (tags !== undefined) return namesETag(tags, etag) ? { etag, ...held } : undefined;
  if (since === undefined || lastModified === undefined) return undefined;
  const changed = Math.floor(lastModified / 1_000) * 1_000;
  return Date.parse(since) === changed ? held : undefined;
}
