import type { HttpExchange } from './http-exchange.js';

/**
 * `If-None-Match` (RFC 9110, 13.1.2): whether its list names the tag. The comparison is weak. The quotes are part of
 * the tag, so a part of another tag never matches.
 */
export function namesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.includes(etag.slice('W/'.length)) ?? false;
}

/** As `namesETag`; `*` matches too. Only for what is free: it says that there is an answer. */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch?.trim() === '*' || namesETag(ifNoneMatch, etag);
}

/** A change is answered whatever the client holds. */
export function isChange({ method }: Pick<HttpExchange['request'], 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** The headers that a 304 repeats, and no more: a client learns no validator from it. */
export interface Unchanged {
  /** Absent if the client did not send it. */
  readonly etag?: string;
  readonly lastModified?: number;
}

/**
 * The 304 of a priced GET, which is free. It confirms what the client holds and tells nothing new: `*` matches
 * nothing, and a date only if it is the `Last-Modified` of the answer, for a later one would tell that there is an answer.
 * `If-Modified-Since` counts only if there is no `If-None-Match` (RFC 9110, 13.1.3); a date that cannot be read is ignored.
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
