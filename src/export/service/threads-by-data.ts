import { ExportThread } from '../export-thread.js';

interface Entry {
  readonly thread: ExportThread;
  uses: number;
}

/**
 * Export threads, one per data folder: the served one, and previous ones until their exports are written.
 * Starting a thread takes longer than most plans, so the thread of the served folder is kept.
 */
export class ThreadsByData {
  readonly #threads = new Map<string, Entry>();
  readonly #ending = new Set<string>();
  readonly #served: () => string;
  readonly #onRows: (rows: number) => void;
  #isEnded = false;

  /** `served`: path of the data folder that is served. */
  constructor(served: () => string, onRows: (rows: number) => void) {
    this.#served = served;
    this.#onRows = onRows;
  }

  /** `data`: path of the folder that the work reads. */
  async use<Result>(data: string, work: (thread: ExportThread) => Promise<Result>): Promise<Result> {
    const entry = this.#live(data);
    entry.uses += 1;
    try {
      return await work(entry.thread);
    } finally {
      entry.uses -= 1;
      await this.endIdle();
    }
  }

  /** Ends threads of folders that are no longer served, unless they are working. */
  async endIdle(): Promise<void> {
    const idle = [...this.#threads].filter(([data, { uses }]) => uses === 0 && data !== this.#served());
    for (const [data] of idle) {
      this.#threads.delete(data);
      this.#ending.add(data);
    }
    await Promise.all(idle.map(([, { thread }]) => thread.end()));
    for (const [data] of idle) this.#ending.delete(data);
  }

  /** Whether a thread has files of this folder open. */
  isRead(data: string): boolean {
    return this.#threads.has(data) || this.#ending.has(data);
  }

  /** At any moment. */
  async end(): Promise<void> {
    this.#isEnded = true;
    await Promise.all([...this.#threads.values()].map(({ thread }) => thread.end()));
  }

  #live(data: string): Entry {
    if (this.#isEnded) throw new Error('The service is stopping.');
    const known = this.#threads.get(data);
    if (known?.thread.isAlive) return known;
    const entry = { thread: new ExportThread(data, this.#onRows), uses: 0 };
    this.#threads.set(data, entry);
    return entry;
  }
}
