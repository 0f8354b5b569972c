/** Paths that hold a key, for clients that can send no header: they answer pages of all origins, and are shown without it. */
const KEY_PATHS = '/reconcile/k/';

export function holdsKey(url: string): boolean {
  return url.startsWith(KEY_PATHS);
}

/** As logs and answers may show it. */
export function withoutKey(path: string): string {
  if (!holdsKey(path)) return path;
  return `${KEY_PATHS}***${path.slice(KEY_PATHS.length).replace(/^[^/]*/, '')}`;
}
