import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { startThread } from '../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../platform/threads/supervised-thread.js';
import { type Ledger, STORE_ERRORS } from '../store.js';
import { ledgerOver, ledgerRpc } from './ledger-client.js';

/** An engine's thread that keeps a ledger. */
interface LedgerThread {
  readonly module: string;
  readonly data: object;
  /** Given each thread that keeps the ledger from now on, before anybody has a line to it. */
  readonly onStart?: (worker: Worker) => void;
  /** See `ChargeBatches`. */
  readonly sendsAll: boolean;
  /** How long it may take to end. */
  readonly stopWithinMs: number;
}

/**
 * The thread that holds the one writing connection of a serving process. The work it was at when it ended is rolled back
 * or was committed whole; what waits for it, and what is asked until another has taken its place, is rejected.
 */
export class LedgerOwner {
  readonly #line = ledgerRpc();
  #thread: SupervisedThread | undefined;
  #worker: Worker | undefined;
  /** For the calling thread. */
  readonly ledger: Ledger;

  private constructor(
    private readonly onNewThread: () => void,
    private readonly stopWithinMs: number,
    sendsAll: boolean,
  ) {
    this.ledger = ledgerOver(this.#line, sendsAll);
  }

  /** Rejects with `SchemaMismatchError`. `onNewThread`: lines to the thread before are dead, `connect` again. */
  static async open(options: {
    /** The file of the engine's thread, and the data it is started with. */
    readonly thread: LedgerThread;
    readonly onNewThread: () => void;
    readonly onLoss: (why: string) => void;
  }): Promise<LedgerOwner> {
    const { thread, onNewThread, onLoss } = options;
    const owner = new LedgerOwner(onNewThread, thread.stopWithinMs, thread.sendsAll);
    owner.#thread = new SupervisedThread({
      start: () =>
        startThread({
          name: 'ledger',
          module: thread.module,
          data: thread.data,
          errors: STORE_ERRORS,
        }),
      onStart: (worker) => {
        thread.onStart?.(worker);
        owner.#use(worker);
      },
      onLoss,
    });
    await owner.#thread.started;
    return owner;
  }

  /** The end of a line to the thread that keeps the ledger now. */
  connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#worker?.postMessage(port2, [port2]);
    return port1;
  }

  async close(): Promise<void> {
    this.#worker?.postMessage(null);
    await this.#thread?.stop(this.stopWithinMs);
    this.#line.close();
  }

  #use(worker: Worker): void {
    this.#worker = worker;
    this.#line.connect(this.connect());
    this.onNewThread();
  }
}
