import { MessageChannel } from 'node:worker_threads';
import type { IndexManifest } from '../indexing/files.js';
import type { LoadedIndex } from '../indexing/index-loader.js';
import { answerCalls, Line, type Names } from './calls.js';
import { KeptThread, startThread } from './thread.js';

/** What the thread that loads indexes asks for. */
export interface IndexFollower {
  /** A build to serve from now on. */
  use(loaded: LoadedIndex): Promise<void>;
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** What it does for others: neither is fit for a thread that serves, both read gigabytes. */
export interface IndexKeeper {
  /** Goes on from what was loaded; resolves after a first look at the folder. */
  follow(loaded: LoadedIndex | undefined): Promise<void>;
  rollBack(): Promise<IndexManifest | undefined>;
  close(): Promise<void>;
}

export const INDEX_FOLLOWER: Names<IndexFollower> = { use: true, report: true };
export const INDEX_KEEPER: Names<IndexKeeper> = { follow: true, rollBack: true, close: true };

const STOP_WITHIN_MS = 5_000;

/** Loads indexes in a thread of its own, once for all that answer from them. */
export class IndexOwner {
  readonly #line = new Line(() => new Error('The thread that loads indexes is gone.'));
  readonly #keeper = this.#line.functions<IndexKeeper>(INDEX_KEEPER);
  #thread: KeptThread | undefined;
  #latest: LoadedIndex | undefined;

  private constructor(private readonly onLoaded: (loaded: LoadedIndex) => void) {}

  /** Resolves after the first look; `onLoaded` was called by then where there is an index. */
  static async open(options: {
    readonly folder: string;
    readonly onLoaded: (loaded: LoadedIndex) => void;
    readonly onProblem: (problem: string) => void;
  }): Promise<IndexOwner> {
    const { folder, onLoaded, onProblem } = options;
    const owner = new IndexOwner(onLoaded);
    const follower: IndexFollower = {
      use: async (loaded) => owner.#use(loaded),
      report: async (problem) => onProblem(problem),
    };
    const start = async () => {
      const [theirs, ours] = [new MessageChannel(), new MessageChannel()];
      answerCalls(theirs.port1, INDEX_FOLLOWER, follower);
      owner.#line.connect(ours.port1);
      const data = { folder, follower: theirs.port2, keeper: ours.port2 };
      const worker = await startThread({ name: 'index', data, ports: [theirs.port2, ours.port2] });
      await owner.#keeper.follow(owner.#latest);
      return worker;
    };
    const onLoss = (why: string) => onProblem(`The thread that loads indexes ended: ${why}`);
    owner.#thread = await KeptThread.open({ start, onStart: () => undefined, onLoss });
    return owner;
  }

  /** What is served now. */
  get latest(): LoadedIndex | undefined {
    return this.#latest;
  }

  rollBack(): Promise<IndexManifest | undefined> {
    return this.#keeper.rollBack();
  }

  async close(): Promise<void> {
    void this.#keeper.close().catch(() => undefined);
    await this.#thread?.stop(STOP_WITHIN_MS);
    this.#line.close();
  }

  #use(loaded: LoadedIndex): void {
    this.#latest = loaded;
    this.onLoaded(loaded);
  }
}
