import { MessagePort } from 'node:worker_threads';
import { type ErrorClass, fromSent, type SentError, toSent } from './sent-error.js';

interface Call {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: SentError;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Functions that another thread answers. */
export type Remote<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => Promise<infer Value>
    ? (...args: Args) => Promise<Value>
    : never;
};

/** The names of all functions of an interface; the compiler misses none. */
export type Names<T> = Readonly<Record<keyof T, true>>;

/** Answers the calls that come over a port by the functions of the target. A `Line` may call over the same port. */
export function answerCalls<T extends object>(port: MessagePort, names: Names<T>, target: NoInfer<T>): void {
  port.on('message', (message: Call | Reply) => {
    if (!('name' in message)) return;
    const { id, name, args } = message;
    const answer = async () => {
      if (!Object.hasOwn(names, name)) throw new Error(`There is no function ${name}.`);
      return (target as Record<string, (...given: readonly unknown[]) => unknown>)[name]?.(...args);
    };
    answer()
      .then((value) => port.postMessage({ id, value } satisfies Reply))
      .catch((error: unknown) => port.postMessage({ id, error: toSent(error) } satisfies Reply));
  });
}

/** Calls over a port that may be replaced: by that of the thread that took the place of one that ended. */
export class Line {
  #port: MessagePort | undefined;
  #last = 0;
  readonly #waiting = new Map<number, Waiting>();

  /**
   * `gone` makes the error of calls that nobody can answer: of those that were sent, and of those that were not.
   * Errors of the given classes keep their class on the way.
   */
  constructor(
    private readonly gone: (wasSent: boolean) => Error,
    private readonly errors: readonly ErrorClass[] = [],
  ) {}

  connect(port: MessagePort): void {
    this.close();
    this.#port = port;
    port.on('message', (message: Call | Reply) => {
      if ('name' in message) return;
      const { id, value, error } = message;
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error) waiting?.reject(fromSent(error, this.errors));
      else waiting?.resolve(value);
    });
    port.on('close', () => {
      if (this.#port === port) this.close();
    });
  }

  /** Ports among the arguments are handed over. */
  call(name: string, args: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!this.#port) return reject(this.gone(false));
      const id = ++this.#last;
      const ports = args.filter((given) => given instanceof MessagePort);
      this.#port.postMessage({ id, name, args } satisfies Call, ports);
      this.#waiting.set(id, { resolve, reject });
    });
  }

  functions<T>(names: Names<T>): Remote<T> {
    const entries = Object.keys(names).map((name) => [
      name,
      (...args: readonly unknown[]) => this.call(name, args),
    ]);
    return Object.fromEntries(entries) as Remote<T>;
  }

  /** Waiting calls are rejected, and so are all that come from here on. */
  close(): void {
    this.#port?.close();
    this.#port = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(this.gone(true));
  }
}
