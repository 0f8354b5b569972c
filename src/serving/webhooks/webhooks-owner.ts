import type { WebhookConfig } from '../../config/config.js';
import { ServiceThread, type ThreadProtocol } from '../../platform/threads/service-thread.js';
import type { PostgresOptions } from '../../store/engine/engine.js';
import { type DataVersion, type Deliveries, STORE_ERRORS } from '../../store/store.js';

/** Functions that the webhook thread calls. */
interface WebhooksHost {
  /** One sentence for the log. */
  report(problem: string): Promise<void>;
}

/** Functions of the webhook thread. */
interface WebhooksApi {
  /** The JSON of prom-client's registry. */
  metrics(): Promise<readonly object[]>;
  /** Reads the feed of this data from now on. Resolves when the previous data is closed. */
  use(served: DataVersion): Promise<void>;
  close(): Promise<void>;
}

/** The `workerData` of the webhook thread. */
export interface WebhooksData {
  /** Path of the data folder. */
  readonly folder: string;
  /** If present, the watches are in this database instead of the folder. */
  readonly postgres?: PostgresOptions | undefined;
  /** The data whose changes are sent. */
  readonly served: DataVersion;
  readonly settings: WebhookConfig;
}

export const WEBHOOKS_THREAD: ThreadProtocol<WebhooksApi, WebhooksHost> = {
  name: 'webhooks',
  module: 'serving/threads/webhooks.js',
  api: { metrics: true, use: true, close: true },
  host: { report: true },
  errors: STORE_ERRORS,
};

const STOP_WITHIN_MS = 8_000;
/** How soon the first watch of a folder is noticed, in ms. */
const LOOK_MS = 1_000;
const LOOK_AFTER_FAILURE_MS = 60_000;

/**
 * Sends changes to receivers from a separate thread, which reads the feed without delaying requests. The thread starts with the
 * first watch: a service without watches does not need it.
 */
export class WebhooksOwner {
  readonly #thread: ServiceThread<WebhooksApi, WebhooksHost>;
  readonly #deliveries: Pick<Deliveries, 'summary'>;
  readonly #onProblem: (problem: string) => void;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Rejects if the folder cannot be opened. */
  readonly started: Promise<void>;
  #served: DataVersion;

  constructor(
    options: WebhooksData & {
      readonly deliveries: Pick<Deliveries, 'summary'>;
      readonly onProblem: (problem: string) => void;
    },
  ) {
    const { folder, postgres, settings, deliveries, onProblem } = options;
    this.#served = options.served;
    this.#deliveries = deliveries;
    this.#onProblem = onProblem;
    this.#thread = new ServiceThread({
      protocol: WEBHOOKS_THREAD,
      data: (): WebhooksData => ({ folder, postgres, settings, served: this.#served }),
      host: () => ({ report: async (problem) => onProblem(problem) }),
      gone: () => new Error('The webhook thread has ended.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss: (why) => onProblem(`The webhook thread ended and is being restarted: ${why}`),
    });
    this.started = this.#look();
    // Prevents an unhandled rejection; callers still await `started`.
    this.started.catch(() => undefined);
  }

  async #look(): Promise<void> {
    const { watches } = await this.#deliveries.summary().catch(() => ({ watches: 0 }));
    if (this.#isClosed) return;
    if (watches === 0) return this.#lookAfter(LOOK_MS);
    await this.#thread.start();
  }

  #lookAfter(ms: number): void {
    this.#timer = setTimeout(async () => {
      try {
        await this.#look();
      } catch (error) {
        if (this.#isClosed) return;
        this.#onProblem(`Webhooks cannot be sent; retrying in a minute: ${error}`);
        this.#lookAfter(LOOK_AFTER_FAILURE_MS);
      }
    }, ms).unref();
  }

  /** Empty while the thread does not respond, and before the first watch. */
  async metrics(): Promise<readonly object[]> {
    return this.#thread.isStarted ? await this.#thread.calls.metrics().catch(() => []) : [];
  }

  /** If the thread cannot use the data, it reports that and ends; the next one starts with this data. */
  async use(served: DataVersion): Promise<void> {
    this.#served = served;
    if (this.#thread.isStarted) await this.#thread.calls.use(served).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#thread.close();
  }
}
