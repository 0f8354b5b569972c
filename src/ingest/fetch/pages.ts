import { readFile, rm } from 'node:fs/promises';
import {
  FetchError,
  type FetchedFile,
  type FetchOptions,
  fetchFiles,
  HostPaces,
  systemClock,
} from './index.js';

export interface PageOptions extends Omit<FetchOptions, 'urls'> {
  /** The first page. */
  readonly url: string;
}

/**
 * Pages of JSON, each a file, up to the one that names no next. The folder is emptied first. Throws FetchError, also
 * where a page is no JSON or names a next one elsewhere: the key is meant for one publisher.
 */
export async function fetchPages({ url, ...options }: PageOptions): Promise<FetchedFile[]> {
  await rm(options.folder, { recursive: true, force: true });
  const paces = options.paces ?? new HostPaces(options.clock ?? systemClock);
  const files: FetchedFile[] = [];
  const seen = new Set<string>();
  for (let next: string | null = url; next !== null; ) {
    if (seen.has(next)) throw new FetchError(`${next} names itself as the next page.`);
    seen.add(next);
    const [file] = await fetchFiles({ ...options, paces, urls: [next] });
    if (file === undefined) break;
    files.push(file);
    next = nextOf(await readFile(file.path, 'utf8'), file.url);
  }
  return files;
}

function nextOf(text: string, url: string): string | null {
  const next = memberNext(text, url);
  if (typeof next !== 'string') return null;
  const to = new URL(next, url);
  if (to.origin === new URL(url).origin) return to.href;
  throw new FetchError(`${url} names a next page at ${to.origin}.`);
}

function memberNext(text: string, url: string): unknown {
  try {
    return (JSON.parse(text) as { next?: unknown } | null)?.next;
  } catch (cause) {
    throw new FetchError(`${url} is no JSON.`, { cause });
  }
}
