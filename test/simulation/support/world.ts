import fc from 'fast-check';

/** A process of the service. Once it has ended, its calls are neither sent nor answered. */
export interface Process {
  readonly name: string;
  isAlive: boolean;
}

/** How often a call fails, in percent, and with which error. */
interface Fault {
  readonly percent: number;
  readonly error: () => Error;
}

export interface CallFaults {
  /** The call does not reach the store. */
  readonly rejected?: Fault;
  /** The store has done the work, but its answer is lost. */
  readonly lost?: Fault;
}

/** Runs just before the store executes a call; the function that it returns runs just after it, with the result, and throws if a promise is broken. */
export type Check = (name: string, values: readonly unknown[]) => Promise<(result: unknown) => void>;

const NEVER = new Promise<never>(() => undefined);
/** Turns of the event loop in which code that waits for nothing outside gets as far as it can. */
const TURNS = 4;
const SHOWN_EVENTS = 100;

const below = (count: number) => fc.noBias(fc.nat({ max: count - 1 }));

/** One run of a simulation: every order, fault and pause in it is a choice of its seed. */
export class World {
  readonly #events: string[] = [];
  readonly #working = new Set<Promise<unknown>>();
  #broken: unknown;
  /** Waits for work outside this process. False: there was none. */
  outside: () => Promise<boolean> = async () => false;
  /** No more faults: everything that was started comes to its end. */
  isFair = false;

  constructor(
    private readonly scheduler: fc.Scheduler,
    private readonly gen: fc.GeneratorValue,
  ) {}

  pick<Value>(values: readonly Value[]): Value {
    return values[this.gen(below, values.length)] as Value;
  }

  happens(percent: number): boolean {
    return this.gen(below, 100) < percent;
  }

  /** Fails the run if the assertion throws, whoever catches it. */
  require(assertion: () => void): void {
    try {
      assertion();
    } catch (error) {
      this.#broken ??= error;
    }
  }

  note(event: string): void {
    this.#events.push(`${new Date(Date.now()).toISOString().slice(8, 23)} ${event}`);
  }

  get history(): string {
    return this.#events.slice(-SHOWN_EVENTS).join('\n');
  }

  /** Ends a process at this point of its work. */
  end(process: Process): void {
    this.note(`${process.name} ends`);
    process.isAlive = false;
  }

  /** Waits for the turn of a process. */
  async turn(process: Process, what: string): Promise<void> {
    if (process.isAlive) await this.scheduler.schedule(Promise.resolve(), `${process.name} ${what}`);
    if (!process.isAlive) await NEVER;
  }

  /** Sends a call when its turn has come, and answers when the turn of the answer has. */
  async call<Value>(
    process: Process,
    what: string,
    work: () => Promise<Value>,
    { rejected, lost }: CallFaults = {},
  ): Promise<Value> {
    await this.turn(process, what);
    if (this.#strikes(rejected)) {
      this.note(`${process.name} ${what}: not sent`);
      throw rejected.error();
    }
    const [outcome] = await this.works(Promise.allSettled([work()]));
    const isLost = outcome.status === 'fulfilled' && this.#strikes(lost);
    const shown =
      outcome.status === 'rejected' ? String(outcome.reason) : (JSON.stringify(outcome.value) ?? '');
    this.note(`${process.name} ${what}: ${shown.slice(0, 160)}${isLost ? ', lost' : ''}`);
    await this.turn(process, `${what}, answered`);
    if (isLost) throw lost?.error();
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  /** The functions of a store as this process reaches them. */
  through<Store extends object>(
    process: Process,
    name: string,
    store: Store,
    faults: CallFaults = {},
    check?: Check,
  ): Store {
    return new Proxy(store, {
      get: (target, key) => {
        const work = Reflect.get(target, key) as unknown;
        if (typeof work !== 'function') return work;
        return (...values: readonly unknown[]) =>
          this.call(
            process,
            `${name}.${String(key)}`,
            async () => {
              const after = await check?.(String(key), values);
              const result: unknown = await work.apply(target, values);
              this.require(() => after?.(result));
              return result;
            },
            faults,
          );
      },
    });
  }

  /** One answer or call that waits for its turn. False: none waits. */
  async step(): Promise<boolean> {
    if (this.scheduler.count() === 0) return false;
    await this.scheduler.waitNext(1);
    await this.settle();
    return true;
  }

  /** Resolves when nothing happens until the next step. */
  async settle(): Promise<void> {
    do {
      await Promise.allSettled(this.#working);
      for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
    } while ((await this.outside()) || this.#working.size > 0);
    if (this.#broken !== undefined) throw this.#broken;
  }

  /** Work outside this process: no step begins before it is done. */
  async works<Value>(work: Promise<Value>): Promise<Value> {
    this.#working.add(work);
    try {
      return await work;
    } finally {
      this.#working.delete(work);
    }
  }

  #strikes(fault: Fault | undefined): fault is Fault {
    return fault !== undefined && !this.isFair && this.happens(fault.percent);
  }
}
