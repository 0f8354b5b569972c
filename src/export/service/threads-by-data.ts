import { ExportThread } from '../export-thread.js';

interface Held {
  readonly thread: ExportThread;
  uses: number;
}

/**
 * The threads of exports, one for each data folder that rows are read from: the one that is served, and for as long as
 * exports that were asked of it are written one that was served before. A start takes longer than most plans, so the
 * thread over what is served is kept.
 */
export class ThreadsByData {
  readonly #threads = new Map<string, Held>();
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
    const held = this.#live(data);
    held.uses += 1;
    try {
      return await work(held.thread);
    } finally {
      held.uses -= 1;
      await this.endIdle();
    }
  }

  /** Ends those over data that is no longer served, unless they work. */
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

  #live(data: string): Held {
    if (this.#isEnded) throw new Error('The service is stopping.');
    const known = this.#threads.get(data);
    if (known?.thread.isAlive) return known;
    const held = { thread: new ExportThread(data, this.#onRows), uses: 0 };
    this.#threads.set(data, held);
    return held;
  }
}
