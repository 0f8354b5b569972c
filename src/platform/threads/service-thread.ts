import { MessageChannel, type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { announce } from './announce.js';
import { answerCalls, Line, type Names, type Remote } from './rpc.js';
import type { ErrorClass } from './sent-error.js';
import { startThread } from './start-thread.js';
import { SupervisedThread } from './supervised-thread.js';

/** A kind of thread: its module, its functions, and those of its owner that it may call. Both sides import it. */
export interface ThreadProtocol<Api extends Closable, Host extends object> {
  /** In the log and in stack traces. */
  readonly name: string;
  /** From `src/` on: `serving/threads/http.js`. The module runs `serveThread`. */
  readonly module: string;
  readonly api: Names<Api>;
  readonly host: Names<Host>;
  /** Errors of these classes keep their class between the threads. */
  readonly errors?: readonly ErrorClass[];
}

interface Closable {
  /** Called once; the thread ends after it. */
  close(): Promise<void>;
}

/** The owner's end of a thread, which is started again if it ends. */
export class ServiceThread<Api extends Closable, Host extends object> {
  readonly calls: Remote<Api>;
  readonly #line: Line;
  #thread: SupervisedThread | undefined;

  constructor(
    private readonly options: {
      readonly protocol: ThreadProtocol<Api, Host>;
      /** The `workerData` of the next start. Ports in it move to the thread. */
      readonly data: () => object;
      /** The functions for one thread; its port closes when the thread ends. */
      readonly host: (port: MessagePort) => Host;
      /** The error of calls that the thread cannot answer. */
      readonly gone: () => Error;
      readonly stopWithinMs: number;
      /** Called for every unexpected end, and for every failed restart. */
      readonly onLoss: (why: string) => void;
      /** The first call to each thread; the thread has started when it resolves. */
      readonly begin?: () => Promise<void>;
      readonly retriesFirst?: true;
    },
  ) {
    this.#line = new Line(options.gone, options.protocol.errors);
    this.calls = this.#line.functions<Api>(options.protocol.api);
  }

  get isStarted(): boolean {
    return this.#thread !== undefined;
  }

  /** Starts the thread unless it is started. If the first start fails, this rejects and can be called again. */
  start(): Promise<void> {
    if (this.#thread) return this.#thread.started;
    const { onLoss, retriesFirst } = this.options;
    const retries = retriesFirst ? { retriesFirst } : {};
    const thread = new SupervisedThread({
      start: () => this.#begin(),
      onStart: () => undefined,
      onLoss,
      ...retries,
    });
    this.#thread = thread;
    thread.started.catch(() => this.#forget(thread));
    return thread.started;
  }

  /** Ends the thread; it can be started again. */
  async stop(): Promise<void> {
    const thread = this.#thread;
    if (!thread) return;
    void this.calls.close().catch(() => undefined);
    await thread.stop(this.options.stopWithinMs);
    this.#forget(thread);
  }

  async close(): Promise<void> {
    await this.stop();
    this.#line.close();
  }

  #forget(thread: SupervisedThread): void {
    if (this.#thread === thread) this.#thread = undefined;
  }

  #begin() {
    const { protocol, data, host, begin } = this.options;
    const { port1: ours, port2: port } = new MessageChannel();
    answerCalls(ours, protocol.host, host(ours));
    this.#line.connect(ours);
    const { name, module, errors = [] } = protocol;
    const started = startThread({ name, module, data: { ...data(), port }, errors });
    return begin ? { ...started, working: started.working.then(begin) } : started;
  }
}

/** Runs a thread: `work` returns its functions. `end` closes the thread from within. */
export async function serveThread<Data extends object, Api extends Closable, Host extends object>(
  { api, host, errors }: ThreadProtocol<Api, Host>,
  work: (data: Data, host: Remote<Host>, end: () => Promise<void>) => Api | Promise<Api>,
): Promise<void> {
  await announce(async () => {
    const { port, ...data } = workerData as Data & { readonly port: MessagePort };
    const line = new Line(() => new Error('The serving process has ended.'), errors);
    line.connect(port);
    const call = async (name: keyof Api, args: readonly unknown[]) =>
      ((await working)[name] as (...given: readonly unknown[]) => unknown)(...args);
    let closing: Promise<unknown> | undefined;
    const close = async () => {
      closing ??= call('close', []).finally(() => {
        // The answer to `close` is sent before.
        setImmediate(() => {
          line.close();
          parentPort?.close();
        });
      });
      await closing;
    };
    // Calls that arrive while the thread starts wait for it.
    const functions = Object.keys(api).map((name) => [
      name,
      (...args: readonly unknown[]) => call(name as keyof Api, args),
    ]);
    answerCalls<Api>(port, api, { ...Object.fromEntries(functions), close } as unknown as Api);
    const working = Promise.resolve(work(data as unknown as Data, line.functions<Host>(host), close));
    await working;
  });
}
