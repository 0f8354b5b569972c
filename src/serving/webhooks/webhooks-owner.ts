import { MessageChannel } from 'node:worker_threads';
import { answerCalls, Line, type Names } from '../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../platform/threads/supervised-thread.js';
import type { PostgresOptions } from '../../store/engine/engine.js';
import { type DataVersion, type Deliveries, STORE_ERRORS } from '../../store/store.js';
import type { WebhookSettings } from './webhook-settings.js';

/** Functions that the thread of webhooks calls. */
export interface WebhooksListener {
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Functions of the thread of webhooks. */
interface WebhooksKeeper {
  /** The JSON of prom-client's registry. */
  metrics(): Promise<readonly object[]>;
  /** Reads the feed of this data from now on. Resolves when what was read before is closed. */
  use(served: DataVersion): Promise<void>;
  close(): Promise<void>;
}

export const WEBHOOKS_LISTENER: Names<WebhooksListener> = { report: true };
export const WEBHOOKS_KEEPER: Names<WebhooksKeeper> = { metrics: true, use: true, close: true };

const STOP_WITHIN_MS = 8_000;
/** How soon the first watch of a folder is noticed. */
const LOOK_MS = 1_000;
const LOOK_AFTER_FAILURE_MS = 60_000;

/**
 * Tells receivers of changes in a thread of its own, which reads the feed and waits for nobody who serves. It begins with
 * the first watch: a service that nobody watches needs no thread for it.
 */
export class WebhooksOwner {
  readonly #line = new Line(() => new Error('The thread of webhooks is gone.'));
  readonly #keeper = this.#line.functions<WebhooksKeeper>(WEBHOOKS_KEEPER);
  readonly #begin: () => SupervisedThread;
  readonly #deliveries: Pick<Deliveries, 'summary'>;
  readonly #onProblem: (problem: string) => void;
  #thread: SupervisedThread | undefined;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Rejects if the folder cannot be opened. */
  readonly started: Promise<void>;
  #served: DataVersion;

  constructor(options: {
    /** Path of the data folder, which holds the watches. */
    readonly folder: string;
    /** Holds the watches instead, if it is given. */
    readonly postgres?: PostgresOptions | undefined;
    /** The data whose changes are sent. */
    readonly served: DataVersion;
    readonly settings: WebhookSettings;
    readonly deliveries: Pick<Deliveries, 'summary'>;
    readonly onProblem: (problem: string) => void;
  }) {
    const { folder, postgres, settings, deliveries, onProblem } = options;
    const listener: WebhooksListener = { report: async (problem) => onProblem(problem) };
    this.#served = options.served;
    this.#deliveries = deliveries;
    this.#onProblem = onProblem;
    this.#begin = () =>
      new SupervisedThread({
        start: () => this.#start({ folder, postgres, settings }, listener),
        onStart: () => undefined,
        onLoss: (why) => onProblem(`The thread of webhooks ended and is started again: ${why}`),
      });
    this.started = this.#look();
    // Wakes everything that waits for it.
    this.started.catch(() => undefined);
  }

  async #look(): Promise<void> {
    const { watches } = await this.#deliveries.summary().catch(() => ({ watches: 0 }));
    if (this.#isClosed) return;
    if (watches === 0) return this.#lookAfter(LOOK_MS);
    this.#thread = this.#begin();
    await this.#thread.started;
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.#look();
      } catch (error) {
        if (this.#isClosed) return;
        this.#thread = undefined;
        this.#onProblem(`Webhooks are not sent; this is tried again in a minute: ${error}`);
        this.#lookAfter(LOOK_AFTER_FAILURE_MS);
      }
    }, ms).unref();
  }

  /** None while it does not answer, and before the first watch. */
  metrics(): Promise<readonly object[]> {
    if (!this.#thread) return Promise.resolve([]);
    return this.#keeper.metrics().catch(() => []);
  }

  /** A thread that cannot take it up says so and ends: its successor begins with this data. */
  async use(served: DataVersion): Promise<void> {
    this.#served = served;
    if (this.#thread) await this.#keeper.use(served).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    if (this.#thread) {
      void this.#keeper.close().catch(() => undefined);
      await this.#thread.stop(STOP_WITHIN_MS);
    }
    this.#line.close();
  }

  #start(given: object, listener: WebhooksListener): StartingThread {
    const [theirs, ours] = [new MessageChannel(), new MessageChannel()];
    answerCalls(theirs.port1, WEBHOOKS_LISTENER, listener);
    this.#line.connect(ours.port1);
    return startThread({
      name: 'webhooks',
      module: 'serving/threads/webhooks.js',
      data: { ...given, served: this.#served, listener: theirs.port2, keeper: ours.port2 },
      ports: [theirs.port2, ours.port2],
      errors: STORE_ERRORS,
    });
  }
}
