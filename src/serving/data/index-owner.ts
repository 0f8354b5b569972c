import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { StartProgress } from '../../contract/errors.js';
import { CURRENT, type IndexManifest, readManifest } from '../../indexing/files/files.js';
import { isSameBuild, type LoadedIndex } from '../../indexing/files/index-loader.js';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../platform/threads/start-thread.js';
import { type Keeping, SupervisedThread } from '../../platform/threads/supervised-thread.js';

/** The calls of the thread that loads indexes. */
export interface IndexFollower {
  /** A build to serve from now on. */
  use(loaded: LoadedIndex): Promise<void>;
  /** The bytes of the first build that have been read, and all its bytes. */
  progress(read: number, total: number): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Its work for others: neither is fit for a thread that serves, both read gigabytes. */
interface IndexKeeper {
  /** Goes on from what was loaded; resolves after a first look at the folder. */
  follow(loaded: LoadedIndex | undefined): Promise<void>;
  rollBack(): Promise<IndexManifest | undefined>;
  close(): Promise<void>;
}

export const INDEX_FOLLOWER: Names<IndexFollower> = { use: true, progress: true, report: true };
export const INDEX_KEEPER: Names<IndexKeeper> = { follow: true, rollBack: true, close: true };

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
  readonly #line = new Line(() => new Error('The thread that loads indexes is gone.'));
  readonly #keeper = this.#line.functions<IndexKeeper>(INDEX_KEEPER);
  readonly #keeping: Keeping;
  readonly #folder: string;
  readonly #onProblem: (problem: string) => void;
  readonly #first: SupervisedThread;
  /** Undefined while it rests. */
  #thread: SupervisedThread | undefined;
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
    const follower: IndexFollower = {
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
    this.#keeping = {
      start: () => this.#begin(folder, follower),
      onStart: () => undefined,
      onLoss: (why) => onProblem(`The thread that loads indexes ended: ${why}`),
    };
    this.#first = new SupervisedThread(this.#keeping);
    this.#thread = this.#first;
    this.started.then(
      () => {
        this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
      },
      () => undefined,
    );
  }

  /** Resolves after the first look; `onLoaded` was called by then where there is an index. */
  get started(): Promise<void> {
    return this.#first.started;
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
      await (this.#thread ?? this.#startAgain()).started;
      return await this.#keeper.rollBack();
    } finally {
      this.#rollBacks -= 1;
    }
  }

  /** Also while a build is loaded: nobody waits for that. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await (this.#ending ?? this.#end());
    this.#line.close();
  }

  /** Ends the thread if it has nothing to do, and starts it if it may have. */
  #look(): void {
    if (this.#ending) return;
    const stamp = stampOf(this.#folder);
    if (!this.#thread) {
      this.#looksToStart = Math.max(0, this.#looksToStart - 1);
      if (stamp !== this.#stamp && this.#looksToStart === 0) this.#startAgain();
      return;
    }
    this.#looksToRest = this.#isDone() ? this.#looksToRest - 1 : REST_AFTER_LOOKS;
    if (this.#looksToRest > 0) return;
    // The stamp is older than what was compared: what came since has another.
    this.#stamp = stamp;
    this.#ending = this.#end().finally(() => {
      this.#ending = undefined;
    });
  }

  /** If it does not start, the next roll-back or a later look starts another. */
  #startAgain(): SupervisedThread {
    this.#looksToRest = REST_AFTER_LOOKS;
    const thread = new SupervisedThread(this.#keeping);
    this.#thread = thread;
    thread.started.catch((error: unknown) => {
      if (this.#thread !== thread || !this.#timer) return;
      this.#thread = undefined;
      this.#looksToStart = AGAIN_AFTER_LOOKS;
      this.#onProblem(`The thread that loads indexes does not start: ${String(error)}`);
    });
    return thread;
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

  async #end(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    void this.#keeper.close().catch(() => undefined);
    await thread.stop(STOP_WITHIN_MS);
    this.#thread = undefined;
  }

  #begin(folder: string, follower: IndexFollower): StartingThread {
    const [theirs, ours] = [new MessageChannel(), new MessageChannel()];
    answerCalls(theirs.port1, INDEX_FOLLOWER, follower);
    this.#line.connect(ours.port1);
    const data = { folder, follower: theirs.port2, keeper: ours.port2 };
    const { worker, working } = startThread({
      name: 'index',
      module: 'serving/threads/index.js',
      data,
      ports: [theirs.port2, ours.port2],
    });
    return { worker, working: working.then(() => this.#keeper.follow(this.#latest)) };
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
