import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { type Ledger, LedgerUnavailableError } from '../store/store.js';
import { Line, type Names } from './calls.js';
import { KeptThread, startThread } from './thread.js';

export const LEDGER: Names<Ledger> = {
  createAccount: true,
  listAccounts: true,
  getAccount: true,
  grant: true,
  listGrants: true,
  createKey: true,
  listKeys: true,
  findKey: true,
  revokeKey: true,
  expireKey: true,
  audit: true,
  listAudit: true,
  touchKeys: true,
  balance: true,
  charge: true,
  findIdempotency: true,
  refund: true,
  usage: true,
  rollUp: true,
  statement: true,
  latestTime: true,
  verify: true,
};

/** What a thread asks of the ledger without having its file open. Where nobody answers, nobody is charged. */
export function ledgerLine(): Line {
  return new Line(() => new LedgerUnavailableError('The thread that keeps the ledger is gone.'));
}

const STOP_WITHIN_MS = 5_000;

/**
 * The thread that holds the one writing connection of a serving process. What it was at when it ended is rolled back
 * or was committed whole; what waits for it, and what is asked until another has taken its place, is rejected.
 */
export class LedgerOwner {
  readonly #line = ledgerLine();
  #thread: KeptThread | undefined;
  #worker: Worker | undefined;
  /** For the calling thread. */
  readonly ledger: Ledger = this.#line.functions(LEDGER);

  private constructor(private readonly onNewThread: () => void) {}

  /** Rejects with `SchemaMismatchError`. `onNewThread`: lines to the thread before are dead, `connect` anew. */
  static async open(options: {
    readonly path: string;
    readonly onNewThread: () => void;
    readonly onLoss: (why: string) => void;
  }): Promise<LedgerOwner> {
    const { path, onNewThread, onLoss } = options;
    const owner = new LedgerOwner(onNewThread);
    owner.#thread = await KeptThread.open({
      start: () => startThread({ name: 'ledger', data: { path }, ports: [] }),
      onStart: (worker) => owner.#use(worker),
      onLoss,
    });
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
    await this.#thread?.stop(STOP_WITHIN_MS);
    this.#line.close();
  }

  #use(worker: Worker): void {
    this.#worker = worker;
    this.#line.connect(this.connect());
    this.onNewThread();
  }
}
