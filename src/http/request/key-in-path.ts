/** Paths with a key in them, for clients that cannot send headers. They allow all origins; logs and answers hide the key. */
const KEY_PATHS = '/reconcile/k/';

export function holdsKey(url: string): boolean {
  return url.startsWith(KEY_PATHS);
}

/** As logs and answers may show it. */
export function withoutKey(path: string): string {
  if (!holdsKey(path)) return path;
  return `${KEY_PATHS}***${path.slice(KEY_PATHS.length).replace(/^[^/]*/, '')}`;
}
