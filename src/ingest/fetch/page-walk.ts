import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FetchedFile } from './index.js';
import { type Page, type PageMembers, readPage } from './page.js';

/** Pages from a day on up to the one that ends on a later day. */
export interface Stretch {
  readonly day: string;
  readonly pages: readonly Page[];
}

interface Note {
  readonly url: string;
  readonly since: string;
  /** The day on which reading goes on. */
  readonly next: string;
  readonly stretches: readonly { readonly day: string; readonly files: readonly FetchedFile[] }[];
}

/** What has been read of a list, and where to go on; a note in the folder outlives the process. */
export class KeptWalk {
  readonly #notePath: string;
  readonly #stretches = new Map<string, readonly FetchedFile[]>();
  /** Where each row was seen last. */
  readonly #seen = new Map<string, { readonly time: string; readonly day: string }>();
  readonly #doubtful = new Set<string>();
  #next: string;

  private constructor(
    private readonly folder: string,
    private readonly url: string,
    private readonly since: string,
  ) {
    this.#notePath = join(folder, 'read.json');
    this.#next = since;
  }

  /** Goes on where a call with the same address and first day ended; else empties the folder. */
  static async open(folder: string, url: string, since: string, members: PageMembers): Promise<KeptWalk> {
    const walk = new KeptWalk(folder, url, since);
    if (await walk.#restore(members)) return walk;
    await rm(folder, { recursive: true, force: true });
    return new KeptWalk(folder, url, since);
  }

  get next(): string {
    return this.#next;
  }

  /** Whether a stretch begins with the day. */
  holds(day: string): boolean {
    return this.#stretches.has(day);
  }

  files(): FetchedFile[] {
    return [...this.#stretches.values()].flat();
  }

  /** `next` is null behind the last stretch: that one is read again by the next call, for what has come since. */
  async keep(stretch: Stretch, next: string | null): Promise<void> {
    this.#note(stretch);
    if (next === null) return;
    if (next > this.#next) this.#next = next;
    await mkdir(this.folder, { recursive: true });
    await writeFile(`${this.#notePath}.new`, JSON.stringify(this.#toNote()));
    await rename(`${this.#notePath}.new`, this.#notePath);
  }

  /** First days of stretches of which a row turned up again at another time: another may have slipped past there. */
  takeDoubtful(): readonly string[] {
    const days = [...this.#doubtful];
    this.#doubtful.clear();
    return days;
  }

  #note({ day, pages }: Stretch): void {
    this.#stretches.set(
      day,
      pages.map(({ file }) => file),
    );
    for (const { id, time } of pages.flatMap((page) => page.rows)) {
      const before = this.#seen.get(id);
      if (before && before.time !== time && before.day !== day) this.#doubtful.add(before.day);
      this.#seen.set(id, { time, day });
    }
  }

  #toNote(): Note {
    const all = [...this.#stretches].map(([day, files]) => ({ day, files }));
    const stretches = all.filter(({ day }) => day < this.#next);
    return { url: this.url, since: this.since, next: this.#next, stretches };
  }

  async #restore(members: PageMembers): Promise<boolean> {
    try {
      const note = JSON.parse(await readFile(this.#notePath, 'utf8')) as Note;
      if (note.url !== this.url || note.since !== this.since) return false;
      for (const { day, files } of note.stretches) {
        const pages = await Promise.all(files.map((file) => readPage(file, members)));
        if (pages.includes(undefined)) return false;
        this.#note({ day, pages: pages.filter((page) => page !== undefined) });
      }
      this.#next = note.next;
      return true;
    } catch {
      return false;
    }
  }
}
