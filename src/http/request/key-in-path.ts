/** Paths with a key in them, for clients that cannot send headers. They allow all origins; logs and responses hide the key. */
const KEY_PATHS = '/reconcile/k/';
/** A key in any other place of a path, as `/./reconcile/k/…`. */
const KEY = /dsr_[a-z]+_[A-Za-z0-9]+/g;
const UNRESERVED = /^[A-Za-z0-9._~-]$/;

export function holdsKey(url: string): boolean {
  return url.startsWith(KEY_PATHS);
}

/** Returns the path as logs and responses may show it. */
export function withoutKey(path: string): string {
  const rest = holdsKey(path) ? path.slice(KEY_PATHS.length).replace(/^[^/]*/, '') : undefined;
  return (rest === undefined ? path : `${KEY_PATHS}***${rest}`).replace(KEY, '***');
}

/**
 * Returns the URL with one spelling of its path, as the router reads it: single slashes, and no escaped character that needs no
 * escape (RFC 3986, 6.2.2.2). The query is left as it is.
 */
export function canonicalUrl(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  if (!path.includes('//') && !path.includes('%')) return url;
  const plain = path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(character) ? character : escaped;
  });
  return plain.replace(/\/{2,}/g, '/') + url.slice(path.length);
}
