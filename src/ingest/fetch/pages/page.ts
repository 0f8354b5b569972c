import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FetchError, type FetchedFile, type FetchOptions, fetchFiles, systemClock } from '../index.js';
import { waitBefore } from '../retry.js';
import { MAX_PAGE_BYTES, readJsonFile } from './read-json-file.js';

/** One JSON page of a list sorted by time. */
export interface Page {
  readonly file: FetchedFile;
  /** Total number of rows according to the publisher. */
  readonly count: number;
  readonly rows: readonly PageRow[];
  /** Always on the requested publisher's host, whatever URL the page contains, to protect the key. */
  readonly next: string | null;
}

interface PageRow {
  readonly id: string;
  /** As written by the publisher. */
  readonly time: string;
}

/** Members of a row. */
export interface PageMembers {
  readonly id: string;
  readonly time: string;
}

/** Downloads a page; retries if it is truncated or not JSON. Throws FetchError. */
export async function fetchPage(
  url: string,
  members: PageMembers,
  options: Omit<FetchOptions, 'urls'>,
): Promise<Page> {
  const clock = options.clock ?? systemClock;
  for (let tries = 1; ; tries += 1) {
    const [file] = await fetchFiles({ ...options, urls: [url], maxBytes: MAX_PAGE_BYTES });
    const page = file && (await readPage(file, members));
    if (page) return page;
    // Without this, the publisher would be asked whether it changed.
    if (file) await rm(dirname(file.path), { recursive: true, force: true });
    const fault = {
      reason: 'the response is not a complete JSON page',
      status: undefined,
      retryAfter: undefined,
    };
    const waitMs = waitBefore(fault, tries, clock.now(), false);
    if (waitMs === undefined) {
      throw new FetchError(`${url} could not be fetched after ${tries} tries: ${fault.reason}.`);
    }
    options.onRetry?.(url, fault.reason, waitMs);
    await clock.sleep(waitMs);
  }
}

/** Returns `undefined` if the file contains no complete page. */
export async function readPage(file: FetchedFile, { id, time }: PageMembers): Promise<Page | undefined> {
  const page = (await readJsonFile(file.path)) as Record<string, unknown> | undefined;
  if (typeof page?.count !== 'number' || !Array.isArray(page.results)) return undefined;
  const rows = (page.results as Record<string, unknown>[]).map((row) => ({
    id: String(row[id]),
    time: String(row[time]),
  }));
  return { file, count: page.count, rows, next: nextOf(page.next, file.url) };
}

function nextOf(next: unknown, url: string): string | null {
  if (typeof next !== 'string' || !URL.canParse(next, url)) return null;
  const to = new URL(url);
  to.search = new URL(next, url).search;
  return to.href;
}
