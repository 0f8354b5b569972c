import { FetchError, type FetchedFile, type FetchOptions, HostPaces, systemClock } from '../index.js';
import { fetchPage, type Page, type PageMembers } from './page.js';
import { type PageRange, WalkProgress } from './page-walk.js';

export interface PageOptions extends Omit<FetchOptions, 'urls'> {
  /** With `{since}` in place of the day from which rows are returned, oldest first. */
  readonly url: string;
  /** The first day; `YYYY-MM-DD`. */
  readonly since: string;
  readonly members: PageMembers;
  /** Maximum number of pages fetched. */
  readonly maxPages?: number;
  /** Called after each page; `left`: number of rows from its range on. */
  readonly onPage?: (pages: number, left: number) => void;
}

const MAX_READINGS = 5;
/** Real days have at most a thousand, on the last day of a quarter. */
const MAX_PAGES_OF_A_DAY = 10_000;
/** Six times the length of the longest list, from its first day on. */
const MAX_PAGES = 500_000;

/**
 * Downloads all rows since the day, as JSON pages, one file each. Pages are numbered, so a row that is added
 * or removed meanwhile shifts all later rows, and one could be missed. Therefore pages are read in ranges:
 * when a page ends on a later day, reading continues at that day's first page. Each range must have as many
 * rows as the publisher's counts before and after, or is read again, as is a range in which a row reappears
 * at another time. (Not covered: a row removed at the moment another is added.) Complete ranges stay in the
 * folder, so that the next call with the same start resumes. Throws FetchError.
 */
export async function fetchPages(options: PageOptions): Promise<FetchedFile[]> {
  const paces = options.paces ?? new HostPaces(options.clock ?? systemClock);
  const walk = await WalkProgress.open(options.folder, options.url, options.since, options.members);
  const reader = new PageRangeReader({ ...options, paces }, walk);
  for (let rounds = 1; rounds <= MAX_READINGS; rounds += 1) {
    // Rows posted again while a range is re-read are at the end, which is therefore read again.
    await readOn(reader, walk.next, () => false);
    const doubtful = walk.takeDoubtful();
    if (doubtful.length === 0) return walk.files();
    for (const day of doubtful) await readOn(reader, day, (next) => walk.holds(next));
  }
  throw changing(options.url.replace('{since}', options.since));
}

/** Reads range after range from the day on, to the last or to one that is already complete. */
async function readOn(
  reader: PageRangeReader,
  day: string,
  isEnough: (day: string) => boolean,
): Promise<void> {
  let next: Ahead | null = { day, page: undefined };
  do next = await reader.read(next);
  while (next !== null && !isEnough(next.day));
}

function changing(url: string): FetchError {
  const times = `during each of ${MAX_READINGS} attempts to read its pages`;
  return new FetchError(`${url} changed ${times}; the next run resumes there.`);
}

/** The position at which reading continues, and its page if already downloaded. */
interface Ahead {
  readonly day: string;
  readonly page: Page | undefined;
}

class PageRangeReader {
  readonly #options: PageOptions;
  readonly #walk: WalkProgress;
  #pages = 0;

  constructor(options: PageOptions, walk: WalkProgress) {
    this.#options = options;
    this.#walk = walk;
  }

  /** Reads the range that starts on the day; null if it is the last. */
  async read({ day, page: first }: Ahead): Promise<Ahead | null> {
    let start = first;
    for (let readings = 1; readings <= MAX_READINGS; readings += 1) {
      const pages = await this.#follow(day, start ?? (await this.#fetch(this.#urlOf(day))));
      start = undefined;
      if (pages === undefined) continue;
      const to = dayOf(pages.at(-1));
      const isLast = pages.at(-1)?.next === null;
      const ahead = isLast ? undefined : await this.#fetch(this.#urlOf(to));
      if (!isWhole(pages, ahead)) continue;
      await this.#walk.keep({ day, pages }, isLast ? null : to);
      return isLast ? null : { day: to, page: ahead };
    }
    throw changing(this.#urlOf(day));
  }

  /** The pages up to the first that ends on a later day, or the last; `undefined` if one no longer exists. */
  async #follow(day: string, first: Page): Promise<PageRange['pages'] | undefined> {
    const pages = [first];
    for (let page = first; page.next !== null && !(dayOf(page) > day); ) {
      if (pages.some(({ file }) => file.url === page.next)) {
        throw new FetchError(`${page.file.url} links to a page that was already read.`);
      }
      const rows = pages.reduce((sum, one) => sum + one.rows.length, 0);
      const isEndless =
        rows > 2 * Math.max(...pages.map(({ count }) => count)) || pages.length >= MAX_PAGES_OF_A_DAY;
      if (isEndless) throw new FetchError(`${page.file.url} links to more pages than its row count allows.`);
      const next = await this.#fetch(page.next).catch(ofMissing);
      if (next === undefined) return undefined;
      page = next;
      pages.push(page);
    }
    return pages;
  }

  async #fetch(url: string): Promise<Page> {
    const { members, maxPages = MAX_PAGES } = this.#options;
    if (this.#pages === maxPages)
      throw new FetchError(
        `${url} was reached after ${maxPages.toLocaleString('en-US')} pages, which is the maximum.`,
      );
    const page = await fetchPage(url, members, this.#options);
    this.#pages += 1;
    this.#options.onPage?.(this.#pages, page.count);
    return page;
  }

  #urlOf(day: string): string {
    return this.#options.url.replace('{since}', day);
  }
}

/** The number of rows shrank, so the last page no longer exists. */
function ofMissing(error: unknown): undefined {
  if (!(error instanceof FetchError && error.status === 404)) throw error;
}

/** Returns whether no row can have been missed between the first page and the one after the range. */
function isWhole(pages: readonly Page[], ahead: Page | undefined): boolean {
  const counts = pages.map(({ count }) => count);
  // A counted row was removed, so later rows moved up.
  if (counts.some((count, index) => count < (counts[index - 1] ?? 0))) return false;
  const end = ahead && Date.parse(ahead.rows[0]?.time ?? '');
  const rows = pages.flatMap((page) => page.rows);
  // A row was posted again: it left its old position, and later rows moved up.
  const times = new Map(rows.map(({ id, time }) => [id, time]));
  if (rows.some(({ id, time }) => times.get(id) !== time)) return false;
  const before = end === undefined ? rows : rows.filter(({ time }) => Date.parse(time) < end);
  const expected = (counts.at(-1) ?? 0) - (ahead?.count ?? 0);
  return new Set(before.map(({ id }) => id)).size >= expected;
}

/** The day of the page's last row, in the publisher's time zone; blank if it has no rows. */
function dayOf(page: Page | undefined): string {
  const time = page?.rows.at(-1)?.time ?? '';
  return /^\d{4}-\d\d-\d\dT/.test(time) ? time.slice(0, 10) : '';
}
