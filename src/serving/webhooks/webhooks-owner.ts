import { MessageChannel } from 'node:worker_threads';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../platform/threads/supervised-thread.js';
import { type DataVersion, STORE_ERRORS } from '../../store/store.js';
import type { WebhookSettings } from './webhook-settings.js';

/** Functions that the thread of webhooks calls. */
export interface WebhooksListener {
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Functions of the thread of webhooks. */
export interface WebhooksKeeper {
  /** The JSON of prom-client's registry. */
  metrics(): Promise<readonly object[]>;
  /** Reads the feed of this data from now on. Resolves when what was read before is closed. */
  use(served: DataVersion): Promise<void>;
  close(): Promise<void>;
}

export const WEBHOOKS_LISTENER: Names<WebhooksListener> = { report: true };
export const WEBHOOKS_KEEPER: Names<WebhooksKeeper> = { metrics: true, use: true, close: true };

const STOP_WITHIN_MS = 8_000;

/** Tells receivers of changes in a thread of its own, which reads the feed and waits for nobody who serves. */
export class WebhooksOwner {
  readonly #line = new Line(() => new Error('The thread of webhooks is gone.'));
  readonly #keeper = this.#line.functions<WebhooksKeeper>(WEBHOOKS_KEEPER);
  readonly #thread: SupervisedThread;
  #served: DataVersion;

  constructor(options: {
    /** Path of the data folder, which holds the watches. */
    readonly folder: string;
    /** The data whose changes are told. */
    readonly served: DataVersion;
    readonly settings: WebhookSettings;
    readonly onProblem: (problem: string) => void;
  }) {
    const { folder, settings, onProblem } = options;
    const listener: WebhooksListener = { report: async (problem) => onProblem(problem) };
    this.#served = options.served;
    this.#thread = new SupervisedThread({
      start: () => this.#begin(folder, settings, listener),
      onStart: () => undefined,
      onLoss: (why) => onProblem(`The thread of webhooks ended and is started anew: ${why}`),
    });
  }

  /** Rejects if the folder cannot be opened. */
  get started(): Promise<void> {
    return this.#thread.started;
  }

  /** None while it does not answer. */
  metrics(): Promise<readonly object[]> {
    return this.#keeper.metrics().catch(() => []);
  }

  /** If the thread is gone, its successor begins with this data. */
  async use(served: DataVersion): Promise<void> {
    this.#served = served;
    await this.#keeper.use(served).catch(() => undefined);
  }

  async close(): Promise<void> {
    void this.#keeper.close().catch(() => undefined);
    await this.#thread.stop(STOP_WITHIN_MS);
    this.#line.close();
  }

  #begin(folder: string, settings: WebhookSettings, listener: WebhooksListener): StartingThread {
    const [theirs, ours] = [new MessageChannel(), new MessageChannel()];
    answerCalls(theirs.port1, WEBHOOKS_LISTENER, listener);
    this.#line.connect(ours.port1);
    return startThread({
      name: 'webhooks',
      module: 'serving/threads/webhooks.js',
      data: { folder, served: this.#served, settings, listener: theirs.port2, keeper: ours.port2 },
      ports: [theirs.port2, ours.port2],
      errors: STORE_ERRORS,
    });
  }
}
