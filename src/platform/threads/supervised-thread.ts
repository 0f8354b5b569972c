import type { Worker } from 'node:worker_threads';
import type { StartingThread } from './start-thread.js';

interface Keeping {
  readonly start: () => StartingThread;
  /** Called with every running thread: the first, and each replacement. */
  readonly onStart: (worker: Worker) => void;
  /** Called for every unexpected exit and every failed restart. */
  readonly onLoss: (why: string) => void;
  /** The first start is retried like a restart, and `started` does not reject. */
  readonly retriesFirst?: true;
}

/** Delay before a restart; doubled after each failed start. */
const PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/**
 * A thread that is restarted when it exits unexpectedly. It can be stopped at any time, even while starting.
 */
export class SupervisedThread {
  readonly #keeping: Keeping;
  #worker: Worker | undefined;
  #works = false;
  #failedStarts = 0;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;
  /**
   * Resolves when the thread is running or, with `retriesFirst`, when its first start has failed; otherwise
   * rejects in that case.
   */
  readonly started: Promise<void>;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
    this.started = keeping.retriesFirst
      ? this.#run().catch((error: unknown) => this.#failed(error))
      : this.#run();
    // Wakes everything that waits for it.
    this.started.catch(() => undefined);
  }

  /**
   * Waits for the thread to exit, and terminates it after the timeout, or immediately if it has not started.
   */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    const worker = this.#worker;
    if (!worker || worker.threadId < 0) return;
    const deadline = setTimeout(() => void worker.terminate(), this.#works ? withinMs : 0);
    await new Promise((resolve) => worker.once('exit', resolve));
    clearTimeout(deadline);
  }

  async #run(): Promise<void> {
    this.#works = false;
    const { worker, working } = this.#keeping.start();
    this.#worker = worker;
    let why = 'it ended';
    worker.on('error', (error) => {
      why = String(error);
    });
    try {
      await working;
      if (this.#isStopped || worker.threadId < 0) throw new Error('The thread ended while it started.');
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    this.#works = true;
    this.#failedStarts = 0;
    worker.once('exit', () => this.#lost(why));
    this.#keeping.onStart(worker);
  }

  #failed(error: unknown): void {
    this.#failedStarts += 1;
    this.#lost(String(error));
  }

  #lost(why: string): void {
    if (this.#isStopped) return;
    this.#keeping.onLoss(why);
    this.#again = setTimeout(
      () => {
        this.#run().catch((error: unknown) => this.#failed(error));
      },
      Math.min(PAUSE_MS * 2 ** this.#failedStarts, MAX_PAUSE_MS),
    );
  }
}
