import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { StartProgress } from '../../contract/errors.js';
import { CURRENT, type IndexManifest, readManifest } from '../../indexing/files/files.js';
import { isSameBuild, type LoadedIndex } from '../../indexing/files/index-loader.js';
import { ServiceThread, type ThreadProtocol } from '../../platform/threads/service-thread.js';

/** Functions that the index thread calls. */
interface IndexHost {
  /** A build to serve from now on. */
  use(loaded: LoadedIndex): Promise<void>;
  /** The bytes of the first build that have been read, and all its bytes. */
  progress(read: number, total: number): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Functions of the index thread. Both read gigabytes, so they may not run in a thread that serves. */
interface IndexApi {
  /** Continues from what was loaded; resolves after a first look at the folder. */
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
/** A load is often followed by another: of the delta, of the links. */
const REST_AFTER_LOOKS = 6;
/** After a start that failed. */
const AGAIN_AFTER_LOOKS = 20;

/**
 * Loads indexes in a thread of its own, once for all that answer from them. The thread ends when it has nothing to load, for an idle
 * one takes 15 MB, and starts again when another build is named.
 */
export class IndexOwner {
  readonly #thread: ServiceThread<IndexApi, IndexHost>;
  readonly #folder: string;
  readonly #onProblem: (problem: string) => void;
  /** Resolves after the first look; `onLoaded` was called by then if there is an index. */
  readonly started: Promise<void>;
  #ending: Promise<void> | undefined;
  #latest: LoadedIndex | undefined;
  #progress: StartProgress | undefined;
  /** When the thread went to rest: the file that named the latest build. */
  #stamp = '';
  #looksToRest = REST_AFTER_LOOKS;
  #looksToStart = 0;
  #rollBacks = 0;
  #timer: NodeJS.Timeout | undefined;

  /** If `onLoaded` throws, the build is offered again. */
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
      gone: () => new Error('The thread that loads indexes is gone.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss: (why) => onProblem(`The thread that loads indexes ended: ${why}`),
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

  /** The indexes that are served now. */
  get latest(): LoadedIndex | undefined {
    return this.#latest;
  }

  /** How far the first build is read; undefined before it is known how long it is. */
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

  /** Also while a build is loaded: nobody waits for that. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#ending;
    await this.#thread.close();
  }

  /** Ends the thread if it has nothing to do, and starts it if it may have. */
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
    // The stamp is older than what was compared: what came since has another.
    this.#stamp = stamp;
    this.#ending = this.#thread.stop().finally(() => {
      this.#ending = undefined;
    });
  }

  /** If the thread does not start, the next rollback or a later look starts another. */
  async #start(): Promise<void> {
    if (this.#thread.isStarted) return await this.#thread.start();
    this.#looksToRest = REST_AFTER_LOOKS;
    try {
      await this.#thread.start();
    } catch (error) {
      if (this.#timer) {
        this.#looksToStart = AGAIN_AFTER_LOOKS;
        this.#onProblem(`The thread that loads indexes does not start: ${String(error)}`);
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

/** Changes with each file that takes the place of the one before, and if it cannot be read. */
function stampOf(folder: string): string {
  try {
    const found = statSync(join(folder, CURRENT), { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : '';
  } catch (error) {
    return String(error);
  }
}
