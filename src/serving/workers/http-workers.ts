import type { MessagePort } from 'node:worker_threads';
import { CLOSES_WITHIN_MS } from '../../http/server.js';
import type { Log } from '../../platform/log.js';
import { ServiceThread } from '../../platform/threads/service-thread.js';
import type { ServingStore } from '../../store/store.js';
import type { Served } from '../data/switched-data.js';
import { HTTP_THREAD, type MainApi, type WorkerApi, type WorkerData } from './protocol.js';
import type { ThreadSettings } from './service-settings.js';

interface WorkersParts {
  readonly settings: ThreadSettings;
  readonly service: MainApi;
  readonly ledger: Pick<ServingStore, 'connect'>;
  readonly log: Log;
}

/** Longer than a server takes to close. */
const STOP_WITHIN_MS = CLOSES_WITHIN_MS + 5_000;

/** The threads that serve in addition to the main one. If one ends, it is replaced. */
export class HttpWorkers {
  readonly #parts: WorkersParts;
  readonly #workers: HttpWorker[] = [];

  constructor(parts: WorkersParts) {
    this.#parts = parts;
  }

  /** Resolves when all of them serve on the main thread's socket. One that cannot start is reported and retried. */
  async start(socket: number): Promise<void> {
    const numbers = Array.from({ length: this.#parts.settings.workers - 1 }, (_, at) => at + 2);
    for (const number of numbers) this.#workers.push(new HttpWorker(this.#parts, number, socket));
    await Promise.all(this.#workers.map((worker) => worker.started));
  }

  /** Resolves when none of them serves the previous data. */
  async use(served: Served): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.use(served)));
  }

  useLedger(): void {
    for (const worker of this.#workers) worker.useLedger();
  }

  /** Returns the metrics of the workers that respond. */
  async metrics(): Promise<readonly (readonly object[])[]> {
    return Promise.all(this.#workers.map((worker) => worker.metrics()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}

class HttpWorker {
  readonly #thread: ServiceThread<WorkerApi, MainApi>;
  readonly #ledger: WorkersParts['ledger'];
  readonly started: Promise<void>;
  #isReady = false;

  constructor({ settings, service, ledger, log }: WorkersParts, number: number, socket: number) {
    this.#ledger = ledger;
    this.#thread = new ServiceThread({
      protocol: HTTP_THREAD,
      data: (): WorkerData => {
        this.#isReady = false;
        return { ...settings, number, socket, ledger: ledger.connect() };
      },
      host: (port) => forOneWorker(service, port),
      gone: () => new Error('This worker has ended.'),
      stopWithinMs: STOP_WITHIN_MS,
      onLoss: (why) => log.error({ worker: number }, `A worker ended and is being replaced: ${why}`),
      begin: async () => {
        this.#isReady = true;
      },
      retriesFirst: true,
    });
    this.started = this.#thread.start();
  }

  /** If a worker cannot use the data, it reports that and ends; the next one asks the main thread what to serve. */
  async use(served: Served): Promise<void> {
    await this.#thread.calls.use(served).catch(() => undefined);
  }

  useLedger(): void {
    void this.#thread.calls.useLedger(this.#ledger.connect()).catch(() => undefined);
  }

  /** Empty while it starts. */
  async metrics(): Promise<readonly object[]> {
    return this.#isReady ? await this.#thread.calls.metrics().catch(() => []) : [];
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** Returns the service for one worker. When the worker's thread ends, its idempotency keys are released. */
function forOneWorker(service: MainApi, port: MessagePort): MainApi {
  const claimed = new Set<string>();
  port.on('close', () => {
    for (const name of claimed) void service.leave(name).catch(() => undefined);
  });
  return {
    ...service,
    enter: async (name, request) => {
      const runs = await service.enter(name, request);
      if (runs === 'new') claimed.add(name);
      return runs;
    },
    leave: async (name) => {
      claimed.delete(name);
      await service.leave(name);
    },
  };
}
