import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StartProgress } from '../../contract/errors.js';
import { CURRENT, type IndexManifest, readManifest } from '../../indexing/files/files.js';
import { isSameBuild, type LoadedIndex } from '../../indexing/files/index-loader.js';
import { ServiceThread, type ThreadProtocol } from '../../platform/threads/service-thread.js';

/** Functions that the index thread calls. */
interface IndexHost {
  /** Passes a build to serve from now on. */
  use(loaded: LoadedIndex): Promise<void>;
  /** The number of bytes of the first build that have been read, and the total. */
  progress(read: number, total: number): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Functions of the index thread. Both read gigabytes, so they must not run in a thread that serves requests. */
interface IndexApi {
  /** Continues from what was loaded; resolves after a first check of the folder. */
  follow(loaded: LoadedIndex | undefined): Promise<void>;
  rollBack(): Promise<IndexManifest | undefined>;
  close(): Promise<void>;
}

export const INDEX_THREAD: ThreadProtocol<IndexApi, IndexHost> = {
  name: 'index',
  module: 'serving/threads/index.js',
  api: { follow: true, rollBack: true, close: true },
  host: { use: true, progress: true, report: true },
};

const STOP_WITHIN_MS = 5_000;
/** Often enough for a new build to be served within a second. */
const LOOK_EVERY_MS = 500;
/** A load is often followed by another one: of the delta, or of the links. */
const REST_AFTER_LOOKS = 6;
/** After a failed start. */
const AGAIN_AFTER_LOOKS = 20;

/**
 * Loads indexes in a separate thread, once for all threads that search them. The thread ends when it has nothing to load,
 * because an idle one takes 15 MB, and starts again when the manifest names another build.
 */
export class IndexOwner {
  readonly #thread: ServiceThread<IndexApi, IndexHost>;
  readonly #folder: string;
  readonly #onProblem: (problem: string) => void;
  /** Resolves after the first check; `onLoaded` was called by then if there is an index. */
  readonly started: Promise<void>;
  #ending: Promise<void> | undefined;
  #latest: LoadedIndex | undefined;
  #progress: StartProgress | undefined;
  /** The stamp of the manifest when the thread was stopped. */
  #stamp = '';
  #looksToRest = REST_AFTER_LOOKS;
  #looksToStart = 0;
  #rollBacks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** If `onLoaded` throws, the build is passed to it again. */
  constructor(options: {
    readonly folder: string;
    readonly onLoaded: (loaded: LoadedIndex) => void;
    readonly onProblem: (problem: string) => void;
    readonly lookEveryMs?: number;
  }) {
    const { folder, onLoaded, onProblem, lookEveryMs = LOOK_EVERY_MS } = options;
    const host: IndexHost = {
      use: async (loaded) => {
        onLoaded(loaded);
        this.#latest = loaded;
        this.#looksToRest = REST_AFTER_LOOKS;
      },
      progress: async (read, total) => {
        this.#progress = { read, total };
      },
      report: async (problem) => onProblem(problem),
    };
    this.#folder = folder;
    this.#onProblem = onProblem;
    this.#thread = new ServiceThread({
      protocol: INDEX_THREAD,
      data: () => ({ folder }),
      host: () => host,
      gone: () => new Error('The index thread has ended.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss: (why) => onProblem(`The index thread ended: ${why}`),
      begin: () => this.#thread.calls.follow(this.#latest),
    });
    this.started = this.#thread.start();
    this.started.then(
      () => {
        this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
      },
      () => undefined,
    );
  }

  /** The indexes that are currently served. */
  get latest(): LoadedIndex | undefined {
    return this.#latest;
  }

  /** How much of the first build has been read; `undefined` before its size is known. */
  get progress(): StartProgress | undefined {
    return this.#progress;
  }

  async rollBack(): Promise<IndexManifest | undefined> {
    this.#rollBacks += 1;
    try {
      await this.#ending;
      await this.#start();
      return await this.#thread.calls.rollBack();
    } finally {
      this.#rollBacks -= 1;
    }
  }

  /** Does not wait for a build that is being loaded. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#ending;
    await this.#thread.close();
  }

  /** Stops the thread if it has nothing to do, and starts it if it may have. */
  #look(): void {
    if (this.#ending) return;
    const stamp = stampOf(this.#folder);
    if (!this.#thread.isStarted) {
      this.#looksToStart = Math.max(0, this.#looksToStart - 1);
      if (stamp !== this.#stamp && this.#looksToStart === 0) this.#start().catch(() => undefined);
      return;
    }
    this.#looksToRest = this.#isDone() ? this.#looksToRest - 1 : REST_AFTER_LOOKS;
    if (this.#looksToRest > 0) return;
    // The stamp is older than the comparison: any change since then has another stamp.
    this.#stamp = stamp;
    this.#ending = this.#thread.stop().finally(() => {
      this.#ending = undefined;
    });
  }

  /** If the thread does not start, the next rollback or a later check retries. */
  async #start(): Promise<void> {
    if (this.#thread.isStarted) return await this.#thread.start();
    this.#looksToRest = REST_AFTER_LOOKS;
    try {
      await this.#thread.start();
    } catch (error) {
      if (this.#timer) {
        this.#looksToStart = AGAIN_AFTER_LOOKS;
        this.#onProblem(`The index thread does not start: ${String(error)}`);
      }
      throw error;
    }
  }

  #isDone(): boolean {
    if (this.#rollBacks > 0) return false;
    try {
      const named = readManifest(this.#folder);
      return named === undefined ? this.#latest === undefined : isSameBuild(named, this.#latest?.manifest);
    } catch {
      // The thread reports it.
      return false;
    }
  }
}

/** Changes whenever the manifest is replaced, and if it cannot be read. */
function stampOf(folder: string): string {
  try {
    const found = statSync(join(folder, CURRENT), { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : '';
  } catch (error) {
    return String(error);
  }
}
