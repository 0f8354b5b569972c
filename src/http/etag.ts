import { hash } from 'node:crypto';

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
