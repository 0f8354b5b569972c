import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { packageRoot } from '../package-root.js';
import { fromSent, type SentError } from './sent-error.js';

export interface ThreadStart {
  /** A file of `threads/`. */
  readonly name: string;
  /** What the thread finds in `workerData`. */
  readonly data: object;
  /** Those among the data: they move to the thread. */
  readonly ports: readonly MessagePort[];
}

/** Starts a thread from the built program; rejects with what it failed with. */
export function startThread({ name, data, ports }: ThreadStart): Promise<Worker> {
  const file = join(packageRoot(), 'dist/src/serving/threads', `${name}.js`);
  const worker = new Worker(file, { name, workerData: data, transferList: [...ports], execArgv: [] });
  return new Promise((resolve, reject) => {
    worker.once('message', (sent: SentError | null) => {
      if (sent) reject(fromSent(sent));
      else resolve(worker);
    });
    worker.on('error', reject);
    worker.once('exit', () => reject(new Error(`The ${name} thread ended before it worked.`)));
  });
}

export interface Keeping {
  readonly start: () => Promise<Worker>;
  /** Given every thread that works from now on: the first, and each that takes the place of one that ended. */
  readonly onStart: (worker: Worker) => void;
  /** Told of every end that nobody asked for, and of every new start that failed. */
  readonly onLoss: (why: string) => void;
}

/** A thread that is started anew when it ends unasked. */
export class KeptThread {
  readonly #keeping: Keeping;
  #worker: Worker | undefined;
  #again: NodeJS.Timeout | undefined;
  #isStopped = false;

  private constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  /** Rejects where the first start fails. */
  static async open(keeping: Keeping): Promise<KeptThread> {
    const kept = new KeptThread(keeping);
    await kept.#run();
    return kept;
  }

  /** It ends by itself, and is ended where it does not within the time. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#again);
    const worker = this.#worker;
    if (!worker || worker.threadId < 0) return;
    const deadline = setTimeout(() => void worker.terminate(), withinMs);
    await new Promise((resolve) => worker.once('exit', resolve));
    clearTimeout(deadline);
  }

  async #run(): Promise<void> {
    const worker = await this.#keeping.start();
    if (this.#isStopped) return void worker.terminate();
    this.#worker = worker;
    let why = 'it ended';
    worker.on('error', (error) => {
      why = String(error);
    });
    worker.once('exit', () => this.#lost(why));
    this.#keeping.onStart(worker);
  }

  #lost(why: string): void {
    if (this.#isStopped) return;
    this.#keeping.onLoss(why);
    this.#again = setTimeout(() => {
      this.#run().catch((error: unknown) => this.#lost(String(error)));
    }, PAUSE_MS);
  }
}

/** Between the end of a thread and the next start: one that cannot live does not keep the machine busy. */
const PAUSE_MS = 500;
