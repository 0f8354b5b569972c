import { MessageChannel } from 'node:worker_threads';
import type { StartProgress } from '../../contract/errors.js';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../platform/threads/supervised-thread.js';

/** The calls of the thread that loads indexes. */
export interface IndexFollower {
  /** A build to serve from now on. */
  use(loaded: LoadedIndex): Promise<void>;
  /** Bytes of the first build that are read, of so many. */
  progress(read: number, total: number): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Its work for others: neither is fit for a thread that serves, both read gigabytes. */
export interface IndexKeeper {
  /** Goes on from what was loaded; resolves after a first look at the folder. */
  follow(loaded: LoadedIndex | undefined): Promise<void>;
  rollBack(): Promise<IndexManifest | undefined>;
  close(): Promise<void>;
}

export const INDEX_FOLLOWER: Names<IndexFollower> = { use: true, progress: true, report: true };
export const INDEX_KEEPER: Names<IndexKeeper> = { follow: true, rollBack: true, close: true };

const STOP_WITHIN_MS = 5_000;

/** Loads indexes in a thread of its own, once for all that answer from them. */
export class IndexOwner {
  readonly #line = new Line(() => new Error('The thread that loads indexes is gone.'));
  readonly #keeper = this.#line.functions<IndexKeeper>(INDEX_KEEPER);
  readonly #thread: SupervisedThread;
  #latest: LoadedIndex | undefined;
  #progress: StartProgress | undefined;

  /** If `onLoaded` throws, the build is offered again. */
  constructor(options: {
    readonly folder: string;
    readonly onLoaded: (loaded: LoadedIndex) => void;
    readonly onProblem: (problem: string) => void;
  }) {
    const { folder, onLoaded, onProblem } = options;
    const follower: IndexFollower = {
      use: async (loaded) => {
        onLoaded(loaded);
        this.#latest = loaded;
      },
      progress: async (read, total) => {
        this.#progress = { read, total };
      },
      report: async (problem) => onProblem(problem),
    };
    this.#thread = new SupervisedThread({
      start: () => this.#begin(folder, follower),
      onStart: () => undefined,
      onLoss: (why) => onProblem(`The thread that loads indexes ended: ${why}`),
    });
  }

  /** Resolves after the first look; `onLoaded` was called by then where there is an index. */
  get started(): Promise<void> {
    return this.#thread.started;
  }

  /** The indexes that are served now. */
  get latest(): LoadedIndex | undefined {
    return this.#latest;
  }

  /** How far the first build is read; undefined before it is known how long it is. */
  get progress(): StartProgress | undefined {
    return this.#progress;
  }

  rollBack(): Promise<IndexManifest | undefined> {
    return this.#keeper.rollBack();
  }

  /** Also while a build is loaded: nobody waits for that. */
  async close(): Promise<void> {
    void this.#keeper.close().catch(() => undefined);
    await this.#thread.stop(STOP_WITHIN_MS);
    this.#line.close();
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
