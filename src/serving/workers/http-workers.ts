import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { CLOSES_WITHIN_MS } from '../../http/server.js';
import type { Log } from '../../platform/log.js';
import { answerCalls, Line } from '../../platform/threads/rpc.js';
import { type StartingThread, startThread } from '../../platform/threads/start-thread.js';
import { SupervisedThread } from '../../platform/threads/supervised-thread.js';
import { type ServingStore, STORE_ERRORS } from '../../store/store.js';
import type { Served } from '../data/switched-data.js';
import { MAIN_API, type MainApi, WORKER_API, type WorkerApi } from './protocol.js';
import type { WorkerData, WorkerSettings } from './worker-settings.js';

interface WorkersParts {
  readonly settings: WorkerSettings;
  readonly service: MainApi;
  readonly ledger: Pick<ServingStore, 'connect'>;
  readonly log: Log;
}

/** Longer than a server takes to close. */
const STOP_WITHIN_MS = CLOSES_WITHIN_MS + 5_000;

/** The threads that serve in addition to the main one; if one ends, it is replaced. */
export class HttpWorkers {
  readonly #parts: WorkersParts;
  readonly #workers: HttpWorker[] = [];

  constructor(parts: WorkersParts) {
    this.#parts = parts;
  }

  /** Resolves when all of them serve on the main thread's socket; one that cannot start is reported and tried again. */
  async start(socket: number): Promise<void> {
    const numbers = Array.from({ length: this.#parts.settings.workers - 1 }, (_, at) => at + 2);
    for (const number of numbers) this.#workers.push(new HttpWorker(this.#parts, number, socket));
    await Promise.all(this.#workers.map((worker) => worker.started));
  }

  /** Resolves when none of them answers from what it served before. */
  async use(served: Served): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.use(served)));
  }

  useLedger(): void {
    for (const worker of this.#workers) worker.useLedger();
  }

  /** The workers that answer. */
  async metrics(): Promise<readonly (readonly object[])[]> {
    return Promise.all(this.#workers.map((worker) => worker.metrics()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }
}

class HttpWorker {
  readonly #line = new Line(() => new Error('This worker is gone.'), STORE_ERRORS);
  readonly #functions = this.#line.functions<WorkerApi>(WORKER_API);
  readonly #thread: SupervisedThread;
  #serves = false;

  constructor(
    private readonly parts: WorkersParts,
    private readonly number: number,
    private readonly socket: number,
  ) {
    this.#thread = new SupervisedThread({
      start: () => this.#begin(),
      onStart: () => {
        this.#serves = true;
      },
      onLoss: (why) => parts.log.error({ worker: number }, `A worker ended and is replaced: ${why}`),
      retriesFirst: true,
    });
  }

  get started(): Promise<void> {
    return this.#thread.started;
  }

  /** One that cannot take it up says so and ends: what takes its place asks what to serve. */
  async use(served: Served): Promise<void> {
    await this.#functions.use(served).catch(() => undefined);
  }

  useLedger(): void {
    void this.#functions.useLedger(this.parts.ledger.connect()).catch(() => undefined);
  }

  /** None while it starts. */
  async metrics(): Promise<readonly object[]> {
    if (!this.#serves) return [];
    return this.#functions.metrics().catch(() => []);
  }

  async close(): Promise<void> {
    void this.#functions.close().catch(() => undefined);
    await this.#thread.stop(STOP_WITHIN_MS);
    this.#line.close();
  }

  #begin(): StartingThread {
    this.#serves = false;
    const { settings, service, ledger } = this.parts;
    const [toMain, fromMain] = [new MessageChannel(), new MessageChannel()];
    answerCalls(toMain.port1, MAIN_API, forOneWorker(service, toMain.port1));
    this.#line.connect(fromMain.port1);
    const data: WorkerData = {
      ...settings,
      number: this.number,
      socket: this.socket,
      main: toMain.port2,
      fromMain: fromMain.port2,
      ledger: ledger.connect(),
    };
    const ports = [data.main, data.fromMain, data.ledger];
    return startThread({
      name: 'http',
      module: 'serving/threads/http.js',
      data,
      ports,
      errors: STORE_ERRORS,
    });
  }
}

/** The service to one worker: an idempotency key that it claimed is free again when its thread has ended. */
function forOneWorker(service: MainApi, port: MessagePort): MainApi {
  const claimed = new Set<string>();
  port.on('close', () => {
    for (const name of claimed) void service.leave(name).catch(() => undefined);
  });
  return {
    ...service,
    enter: async (name, request) => {
      const runs = await service.enter(name, request);
      if (runs === 'nobody') claimed.add(name);
      return runs;
    },
    leave: async (name) => {
      claimed.delete(name);
      await service.leave(name);
    },
  };
}
