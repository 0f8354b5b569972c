import { MessageChannel } from 'node:worker_threads';
import type { ExportManifest } from '../contract/export.js';
import type { LoadedIndex } from '../indexing/files/index-loader.js';
import { answerCalls, Line, type Names } from '../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../platform/threads/start-thread.js';
import { ChangesExpiredError } from '../store/store.js';
import type { ExportPlan } from './job-folder.js';
import type { Planning } from './plan.js';

/** The work of the thread of exports. */
export interface ExportWork {
  plan(job: string, planning: Planning, loaded: LoadedIndex | undefined): Promise<ExportPlan>;
  /** By the newest index of the folder. */
  planFrom(job: string, planning: Planning, indexFolder: string): Promise<PlannedFrom>;
  /** One at a time. */
  run(job: string): Promise<ExportManifest>;
  /** The run ends after the page it is at. */
  cancel(): Promise<void>;
  /** The thread ends after that. */
  stop(): Promise<void>;
}

interface PlannedFrom {
  /** null: no readable index. */
  readonly plan: ExportPlan | null;
  /** For people: builds that could not be read. */
  readonly problems: readonly string[];
}

export interface ExportListener {
  /** Items written so far. */
  rows(rows: number): Promise<void>;
}

export const EXPORT_WORK: Names<ExportWork> = {
  plan: true,
  planFrom: true,
  run: true,
  cancel: true,
  stop: true,
};
export const EXPORT_LISTENER: Names<ExportListener> = { rows: true };

const STOP_WITHIN_MS = 2_000;

/**
 * Space for the rows of a page, so that all of them are garbage when V8 collects. With less, V8's collector threads, which have normal
 * priority and serve the whole process, take a third of an export's processor time from the threads that answer requests.
 */
const YOUNG_MB = 96;

/** Exports in a separate thread, so that the caller can still answer requests and signals. */
export class ExportThread {
  readonly #line = new Line(() => new Error('The export thread ended.'), [ChangesExpiredError]);
  readonly #work = this.#line.functions<ExportWork>(EXPORT_WORK);
  readonly #thread: StartingThread;

  /** `folder`: the data folder. `onRows`: called with the number of written rows. */
  constructor(folder: string, onRows: (rows: number) => void) {
    const { port1, port2: port } = new MessageChannel();
    answerCalls(port1, EXPORT_LISTENER, { rows: async (rows: number) => onRows(rows) });
    this.#line.connect(port1);
    const data = { folder, port };
    this.#thread = startThread({ name: 'export', module: 'export/thread.js', data, youngMb: YOUNG_MB });
    this.#thread.worker.once('exit', () => this.#line.close());
  }

  get isAlive(): boolean {
    return this.#thread.worker.threadId >= 0;
  }

  /**
   * `job`: the folder of the export. Entities and filings are chosen by the index. Rejects with `ChangesExpiredError`, as
   * `run` does.
   */
  async plan(job: string, planning: Planning, loaded: LoadedIndex | undefined): Promise<ExportPlan> {
    await this.#thread.working;
    return this.#work.plan(job, planning, loaded);
  }

  /** Reads only the needed parts of the newest index; available until the thread ends. */
  async planFrom(job: string, planning: Planning, indexFolder: string): Promise<PlannedFrom> {
    await this.#thread.working;
    return this.#work.planFrom(job, planning, indexFolder);
  }

  /** Resumes a planned export. One at a time. */
  async run(job: string): Promise<ExportManifest> {
    await this.#thread.working;
    return this.#work.run(job);
  }

  /** The run rejects soon. */
  async cancel(): Promise<void> {
    await this.#work.cancel().catch(() => undefined);
  }

  /** At any moment: what is not whole is written again by the next run. */
  async end(): Promise<void> {
    const { worker, working } = this.#thread;
    working.catch(() => undefined);
    if (worker.threadId < 0) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#work.stop().catch(() => undefined);
    const deadline = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS);
    await ended;
    clearTimeout(deadline);
  }
}
