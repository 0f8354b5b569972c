import { hash } from 'node:crypto';
import type { Exchange } from './exchange.js';

/** Weak: equal content, not equal bytes; `requestId` and `creditsUsed` are left out by the caller. */
export function weakETag(content: string): string {
  return `W/"${hash('sha1', content, 'base64url')}"`;
}

/** `If-None-Match` (RFC 9110, 13.1.2): a list, or `*` for whatever there is. The comparison is weak. */
export function matchesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag.slice('W/'.length));
}

/**
 * Whether a GET may be answered 304. `If-Modified-Since` counts only where there is no `If-None-Match` (RFC 9110,
 * 13.1.3), in whole seconds; a date that cannot be read is ignored.
 */
export function isUnchanged({ request, lastModified }: Exchange, etag: string): boolean {
  if (request.method === 'POST') return false;
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  if (tags !== undefined) return matchesETag(tags, etag);
  if (since === undefined || lastModified === undefined) return false;
  return Math.floor(lastModified / 1_000) * 1_000 <= Date.parse(since);
}
