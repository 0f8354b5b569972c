import { MessageChannel } from 'node:worker_threads';
import { ReadsBusyError, type SlowReads } from '../store/store.js';
import { Line, type Names } from './calls.js';
import { KeptThread, startThread } from './thread.js';

export const SLOW_READS: Names<SlowReads> = { searchContracts: true, searchLobbying: true, usage: true };

/** A read over the largest data sets takes a fifth of a second; whoever waits longer is told so. */
const WAIT_MOST_MS = 10_000;
const WAITING_MOST = 200;
const STOP_WITHIN_MS = 15_000;

/**
 * The thread that reads what may take long, one read after the other, so that no thread that serves stands still for
 * it. What cannot be answered in time is rejected with `ReadsBusyError`.
 */
export class ReadsOwner {
  readonly #line = new Line(() => new ReadsBusyError('The thread of long reads is gone.'));
  readonly #thread: Promise<KeptThread | undefined>;
  readonly #waitMostMs: number;
  #waiting = 0;
  /** For the calling thread. */
  readonly reads: SlowReads;

  /** Calls may come at once: they wait for the thread. */
  constructor(options: {
    readonly folder: string;
    readonly onLoss: (why: string) => void;
    readonly waitMostMs?: number;
  }) {
    const { folder, onLoss, waitMostMs = WAIT_MOST_MS } = options;
    this.#waitMostMs = waitMostMs;
    const start = () => {
      const { port1, port2 } = new MessageChannel();
      this.#line.connect(port1);
      return startThread({ name: 'reads', data: { folder, line: port2 }, ports: [port2] });
    };
    this.#thread = KeptThread.open({ start, onStart: () => undefined, onLoss }).catch((error: unknown) => {
      onLoss(String(error));
      return undefined;
    });
    const far = this.#line.functions<SlowReads>(SLOW_READS);
    this.reads = {
      searchContracts: (query) => this.#within(() => far.searchContracts(query)),
      searchLobbying: (query) => this.#within(() => far.searchLobbying(query)),
      usage: (accountId, from, to) => this.#within(() => far.usage(accountId, from, to)),
    };
  }

  async close(): Promise<void> {
    this.#line.close();
    await (await this.#thread)?.stop(STOP_WITHIN_MS);
  }

  async #within<Value>(read: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= WAITING_MOST) throw new ReadsBusyError(`${WAITING_MOST} reads wait already.`);
    this.#waiting += 1;
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const error = new ReadsBusyError(`Not read within ${this.#waitMostMs} ms.`);
      deadline = setTimeout(() => reject(error), this.#waitMostMs);
    });
    try {
      return await Promise.race([read(), late]);
    } finally {
      clearTimeout(deadline);
      this.#waiting -= 1;
    }
  }
}
