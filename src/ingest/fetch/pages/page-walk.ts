import { hash } from 'node:crypto';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HashTable } from '../../../collections/hash-table.js';
import type { FetchedFile } from '../index.js';
import { type Page, type PageMembers, readPage } from './page.js';

/** Offsets of the numbers stored for a row. */
const TIME = 0;
const RANGE = 1;

/**
 * The last position of each row in a long list, in about thirty bytes per row, because there are millions.
 * Rows are identified by 64-bit hashes; a collision only causes a range to be read again.
 */
export class SeenRows {
  readonly #seen = new HashTable(2);

  /** The range in which the row was seen last, if that was at another time. Ranges are numbered from 1. */
  see(id: string, time: string, range: number): number | undefined {
    const bytes = hash('sha1', id, 'buffer');
    const [high, low] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
    const timeNow = hash('sha1', time, 'buffer').readUInt32LE(0);
    const found = this.#seen.find(high, low);
    const before = this.#seen.number(found, RANGE);
    const isMoved = before !== 0 && this.#seen.number(found, TIME) !== timeNow;
    this.#seen.set(found, high, low, timeNow, range);
    return isMoved ? before : undefined;
  }
}

/** The pages from a day to the first page that ends on a later day. */
export interface PageRange {
  readonly day: string;
  readonly pages: readonly Page[];
}

/** The first line of the saved state. */
interface Walked {
  readonly url: string;
  readonly since: string;
}

/** All other lines. If a day was read again, its last line counts. */
interface StoredRange {
  readonly day: string;
  /** The day on which reading continued. */
  readonly next: string;
  readonly files: readonly FetchedFile[];
}

/** The progress of reading a list, saved in the folder so that another process can resume. */
export class WalkProgress {
  readonly #notePath: string;
  readonly #stretches = new Map<
    string,
    { readonly number: number; readonly files: readonly FetchedFile[] }
  >();
  /** The start days of the ranges, by number. */
  readonly #days: string[] = [''];
  readonly #seen = new SeenRows();
  readonly #doubtful = new Set<string>();
  #next: string;

  private constructor(
    private readonly folder: string,
    private readonly walked: Walked,
  ) {
    this.#notePath = join(folder, 'read.ndjson');
    this.#next = walked.since;
  }

  /** Resumes an earlier call with the same URL and first day; else empties the folder. */
  static async open(folder: string, url: string, since: string, members: PageMembers): Promise<WalkProgress> {
    const stored = new WalkProgress(folder, { url, since });
    if (await stored.#restore(members)) return stored;
    const walk = new WalkProgress(folder, { url, since });
    await walk.#begin();
    return walk;
  }

  get next(): string {
    return this.#next;
  }

  /** Whether a range starts on this day. */
  holds(day: string): boolean {
    return this.#stretches.has(day);
  }

  files(): FetchedFile[] {
    return [...this.#stretches.values()].flatMap(({ files }) => files);
  }

  /** `next` is null after the last range, which the next call reads again for new rows. */
  async keep(range: PageRange, next: string | null): Promise<void> {
    const files = this.#note(range);
    if (next === null) return;
    if (next > this.#next) this.#next = next;
    const stored: StoredRange = { day: range.day, next, files };
    // The newline comes first, so that a line truncated by a kill does not damage the next one.
    await appendFile(this.#notePath, `\n${JSON.stringify(stored)}`);
  }

  /** Start dates of ranges in which a row reappeared at another time, so another row may have been missed. */
  takeDoubtful(): readonly string[] {
    const days = [...this.#doubtful];
    this.#doubtful.clear();
    return days;
  }

  #note({ day, pages }: PageRange): readonly FetchedFile[] {
    const number = this.#stretches.get(day)?.number ?? this.#days.push(day) - 1;
    const files = pages.map(({ file }) => file);
    this.#stretches.set(day, { number, files });
    for (const { id, time } of pages.flatMap((page) => page.rows)) {
      const before = this.#seen.see(id, time, number) ?? number;
      if (before !== number) this.#doubtful.add(this.#days[before] ?? day);
    }
    return files;
  }

  async #begin(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.#notePath, JSON.stringify(this.walked));
  }

  async #restore(members: PageMembers): Promise<boolean> {
    try {
      const [first = '', ...lines] = (await readFile(this.#notePath, 'utf8')).split('\n');
      const { url, since } = JSON.parse(first) as Walked;
      if (url !== this.walked.url || since !== this.walked.since) return false;
      const stored = lines.map(asRange).filter((range) => range !== undefined);
      for (const range of new Map(stored.map((one) => [one.day, one])).values()) {
        if (!(await this.#readAgain(range, members))) return false;
      }
      return true;
    } catch {
      return false;
    }
  }

  async #readAgain({ day, next, files }: StoredRange, members: PageMembers): Promise<boolean> {
    const pages = await Promise.all(files.map((file) => readPage(file, members)));
    if (pages.includes(undefined)) return false;
    this.#note({ day, pages: pages.filter((page) => page !== undefined) });
    if (next > this.#next) this.#next = next;
    return true;
  }
}

/** Returns `undefined` if the line was truncated: its range is read again. */
function asRange(line: string): StoredRange | undefined {
  try {
    return JSON.parse(line) as StoredRange;
  } catch {
    return undefined;
  }
}
