import { ServiceThread, type ThreadProtocol } from '../../../platform/threads/service-thread.js';
import {
  type DataVersion,
  ReadsBusyError,
  SLOW_READS,
  type SlowReadCall,
  type SlowReads,
  STORE_ERRORS,
} from '../../store.js';

/** Functions of the reading thread. */
interface ReadsApi {
  read: SlowReadCall;
  leave(from: DataVersion): Promise<void>;
  close(): Promise<void>;
}

/** The `workerData` of the thread. */
export interface ReadsSettings {
  readonly folder: string;
  /** False: usage is read elsewhere. */
  readonly hasLedger: boolean;
}

export const READS_THREAD: ThreadProtocol<ReadsApi, object> = {
  name: 'reads',
  module: 'store/sqlite/serving/reads-thread.js',
  api: { read: true, leave: true, close: true },
  host: {},
  errors: STORE_ERRORS,
};

/** Index of the account id among the parameters of each read. */
const ACCOUNT_AT: Readonly<Record<keyof SlowReads, number>> = {
  searchContracts: 1,
  searchLobbying: 1,
  sortedEntities: 3,
  changesAfter: 3,
  newestChanges: 2,
  usage: 0,
};

/** A read over the largest data sets takes a fifth of a second; a read that has not started by then fails with an error. */
const WAIT_MOST_MS = 10_000;
const MAX_READS = 200;
const STOP_WITHIN_MS = 15_000;

/**
 * The thread for long reads, one after the other, so that they do not block a serving thread. Starts with the first read. A
 * read that cannot start in time is rejected with `ReadsBusyError`.
 */
export class ReadsOwner {
  readonly #thread: ServiceThread<ReadsApi, object>;
  readonly #queue: ReadQueue;
  readonly #onLoss: (why: string) => void;
  #isClosed = false;

  constructor(options: {
    readonly folder: string;
    /** False: the service does not use the folder's ledger. */
    readonly hasLedger?: boolean;
    readonly onLoss: (why: string) => void;
    readonly maxWaitMs?: number;
  }) {
    const { onLoss, maxWaitMs = WAIT_MOST_MS } = options;
    const { folder, hasLedger = true } = options;
    this.#queue = new ReadQueue(MAX_READS, maxWaitMs);
    this.#onLoss = onLoss;
    this.#thread = new ServiceThread({
      protocol: READS_THREAD,
      data: (): ReadsSettings => ({ folder, hasLedger }),
      host: () => ({}),
      gone: () => new ReadsBusyError('The thread for long reads has ended.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss,
    });
  }

  /** Accounts take turns. The first read of a version of the data opens it. */
  async read(from: DataVersion, name: keyof SlowReads, values: readonly unknown[]): Promise<unknown> {
    if (!Object.hasOwn(SLOW_READS, name)) throw new Error(`Unknown long read ${name}.`);
    const account = String(values[ACCOUNT_AT[name]]);
    await this.#started();
    return await this.#queue.run(account, () => this.#thread.calls.read(from, name, values));
  }

  /** Closes data that is no longer read. */
  async leave(from: DataVersion): Promise<void> {
    if (this.#thread.isStarted) await this.#thread.calls.leave(from);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.clear('The service is stopping.');
    await this.#thread.close();
  }

  /** A failed start is retried by the next read. */
  async #started(): Promise<void> {
    if (this.#isClosed) throw new ReadsBusyError('The service is stopping.');
    try {
      await this.#thread.start();
    } catch (error) {
      if (!this.#isClosed) this.#onLoss(String(error));
      throw new ReadsBusyError('The thread for long reads does not start.');
    }
  }
}

interface Waiting {
  readonly begin: () => Promise<void>;
  readonly refuse: (why: string) => void;
}

/**
 * Reads that wait for the single reading thread. Accounts take turns, so if an account asks for a hundred reads, other accounts
 * wait for only one of them. The timeout applies only until a read starts: otherwise a queue that is a little too long
 * would make every answer too late.
 */
export class ReadQueue {
  readonly #max: number;
  readonly #maxWaitMs: number;
  /** Contains no empty queues; the account whose turn is next is first. */
  readonly #accounts = new Map<string, Waiting[]>();
  #count = 0;
  #reads = false;

  /** `max`: maximum number of reads, including the running one; `maxWaitMs`: maximum time until a read starts. */
  constructor(max: number, maxWaitMs: number) {
    this.#max = max;
    this.#maxWaitMs = maxWaitMs;
  }

  /** Rejects with `ReadsBusyError` if it cannot start. */
  run<Value>(accountId: string, read: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      const refuse = (why: string) => {
        clearTimeout(deadline);
        this.#remove(accountId, waiting);
        reject(new ReadsBusyError(why));
      };
      const begin = async () => {
        clearTimeout(deadline);
        await read().then(resolve, reject);
      };
      const waiting: Waiting = { begin, refuse };
      const deadline = setTimeout(() => refuse(`Not started within ${this.#maxWaitMs} ms.`), this.#maxWaitMs);
      this.#accounts.set(accountId, [...(this.#accounts.get(accountId) ?? []), waiting]);
      this.#count += 1;
      this.#next();
      if (this.#count > this.#max) this.#makePlace();
    });
  }

  /** Rejects all waiting reads. */
  clear(why: string): void {
    for (const { refuse } of [...this.#accounts.values()].flat()) refuse(why);
  }

  #next(): void {
    const [turn] = this.#accounts;
    if (this.#reads || !turn) return;
    const [accountId, [first, ...others]] = turn;
    this.#accounts.delete(accountId);
    if (others.length > 0) this.#accounts.set(accountId, others);
    this.#reads = true;
    void first?.begin().finally(() => {
      this.#reads = false;
      this.#count -= 1;
      this.#next();
    });
  }

  /** Removes the last read of the account with the most. */
  #makePlace(): void {
    const queues = [...this.#accounts.values()];
    const longest = queues.reduce((one, other) => (other.length > one.length ? other : one));
    longest.at(-1)?.refuse(`${this.#max} reads are already waiting.`);
  }

  #remove(accountId: string, waiting: Waiting): void {
    const others = this.#accounts.get(accountId)?.filter((other) => other !== waiting) ?? [];
    if (others.length > 0) this.#accounts.set(accountId, others);
    else this.#accounts.delete(accountId);
    this.#count -= 1;
  }
}
