import { MessageChannel } from 'node:worker_threads';
import { Line } from '../../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../../platform/threads/supervised-thread.js';
import { ReadsBusyError, SLOW_READS, type SlowReads, STORE_ERRORS } from '../../store.js';
import { ReadQueue } from './read-queue.js';

/** A read over the largest data sets takes a fifth of a second; whose turn has not come by then is told so. */
const WAIT_MOST_MS = 10_000;
const READS_MOST = 200;
const STOP_WITHIN_MS = 15_000;

/**
 * The thread that reads what may take long, one read after the other, so that no thread that serves stands still for
 * it. What cannot be begun in time is rejected with `ReadsBusyError`.
 */
export class ReadsOwner {
  readonly #line = new Line(() => new ReadsBusyError('The thread of long reads is gone.'), STORE_ERRORS);
  readonly #queue: ReadQueue;
  readonly #thread: SupervisedThread;
  /** For the calling thread. */
  readonly reads: SlowReads;

  /** Calls may come at once: they wait for the thread. */
  constructor(options: {
    readonly folder: string;
    readonly onLoss: (why: string) => void;
    readonly waitMostMs?: number;
  }) {
    const { folder, onLoss, waitMostMs = WAIT_MOST_MS } = options;
    this.#queue = new ReadQueue(READS_MOST, waitMostMs);
    this.#thread = new SupervisedThread({
      start: () => this.#begin(folder),
      onStart: () => undefined,
      onLoss,
    });
    const far = this.#line.functions<SlowReads>(SLOW_READS);
    this.reads = {
      searchContracts: (query, accountId) =>
        this.#queue.run(accountId, () => far.searchContracts(query, accountId)),
      searchLobbying: (query, accountId) =>
        this.#queue.run(accountId, () => far.searchLobbying(query, accountId)),
      usage: (accountId, from, to) => this.#queue.run(accountId, () => far.usage(accountId, from, to)),
    };
  }

  /** Rejects where the thread cannot read the folder. */
  get started(): Promise<void> {
    return this.#thread.started;
  }

  async close(): Promise<void> {
    this.#queue.clear('The service is stopping.');
    this.#line.close();
    await this.#thread.stop(STOP_WITHIN_MS);
  }

  #begin(folder: string): StartingThread {
    const { port1, port2 } = new MessageChannel();
    this.#line.connect(port1);
    return startThread({
      name: 'reads',
      module: 'store/sqlite/serving/reads-thread.js',
      data: { folder, line: port2 },
      ports: [port2],
      errors: STORE_ERRORS,
    });
  }
}
