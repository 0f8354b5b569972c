import type { LoadedIndex } from '../../indexing/files/index-loader.js';
import { LiveIndexes } from '../../indexing/live-indexes.js';
import type { Operation, RequestContext } from '../../operations/support/declare.js';
import { WARM_UP } from '../../operations/warm-up.js';
import type { ServedData } from '../../store/engine/engine.js';
import { type DataVersion, isSameData } from '../../store/store.js';

/** Index and rows of one version, as one message to all threads of a service. */
export interface Served extends DataVersion {
  /** Missing before the first one is loaded. */
  readonly index?: LoadedIndex;
}

/** The data of one folder, opened by a thread. Cached records belong to it and are dropped with it. */
export interface Slot extends ServedData {
  readonly from: DataVersion;
  readonly indexes: LiveIndexes;
}

interface Switched {
  readonly closed: Promise<void>;
}

type Open = (from: DataVersion) => Promise<ServedData>;
type MakeOperations = (slot: Slot) => SlotParts;

interface SlotParts {
  readonly operations: readonly Operation[];
  /** Ends all requests that wait for new data with what is available. */
  readonly endWaits: () => void;
}

/** A slot, and the requests that use it. */
interface Held {
  readonly slot: Slot;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly endWaits: () => void;
  requests: number;
  /** Called when the last request has ended, after the slot was replaced. */
  onIdle: (() => void) | undefined;
}

type Pinned = RequestContext & { readonly pinnedTo?: Held };

/**
 * The data that one thread serves; it can be replaced by that of another folder while requests run. Each request uses the data
 * that was served when it started until its end, including all items of a batch. The previous data is closed after the last
 * such request.
 */
export class SwitchedData {
  readonly #open: Open;
  #make: MakeOperations = () => ({ operations: [], endWaits: () => undefined });
  #now: Held;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(open: Open, first: Slot) {
    this.#open = open;
    this.#now = held(first, this.#make(first));
  }

  /** Rejects with `SchemaMismatchError`. `indexes` may be filled before and after. */
  static async open(served: Served, open: Open, indexes = new LiveIndexes(WARM_UP)): Promise<SwitchedData> {
    const from = { version: served.version, data: served.data };
    if (served.index) indexes.use(served.index);
    return new SwitchedData(open, { ...(await open(from)), from, indexes });
  }

  /** The slot of new requests. Do not store it. */
  get slot(): Slot {
    return this.#now.slot;
  }

  /**
   * Returns operations over the data that is served when they are called. `make` is called for each slot, and must create the
   * same operations over its data.
   */
  operations(make: MakeOperations): readonly Operation[] {
    this.#make = make;
    const made = make(this.#now.slot);
    this.#now = held(this.#now.slot, made);
    return made.operations.map((operation) => this.pinned(operation));
  }

  /** Returns the operation over the data that its request is pinned to; as part of a batch, over that of the batch. */
  pinned(operation: Operation): Operation {
    return {
      ...operation,
      run: (request, context: Pinned) => {
        if (context.pinnedTo) return runIn(context.pinnedTo, operation, request, context);
        const now = this.#now;
        const running = runIn(now, operation, request, pin(context, now));
        now.requests += 1;
        const end = () => leave(now);
        running.then(end, end);
        return running;
      },
    };
  }

  /** Uses an index of the served data. Returns false if it belongs to other data. Throws if it cannot be opened. */
  useIndex(served: Served): boolean {
    if (!isSameData(served, this.#now.slot.from)) return false;
    if (served.index) this.#now.slot.indexes.use(served.index);
    return true;
  }

  /**
   * Resolves when new requests use the data; `closed` resolves when the previous data is closed. If it cannot be opened, it
   * rejects, and the current data remains.
   */
  use(served: Served): Promise<Switched> {
    const switching = this.#turn.then(() => this.#switchTo(served));
    this.#turn = switching.catch(() => undefined);
    return switching;
  }

  /** Ends requests that wait for new data with what is available. */
  endWaits(): void {
    this.#now.endWaits();
  }

  /** Must be called after the last request. */
  close(): void {
    this.#now.slot.close();
  }

  async #switchTo(served: Served): Promise<Switched> {
    if (this.useIndex(served)) return { closed: Promise.resolve() };
    const { slot: next } = (await SwitchedData.open(served, this.#open)).#now;
    const before = this.#now;
    try {
      this.#now = held(next, this.#make(next));
    } catch (error) {
      next.close();
      throw error;
    }
    before.endWaits();
    return { closed: whenIdle(before).then(() => before.slot.close()) };
  }
}

function held(slot: Slot, { operations, endWaits }: SlotParts): Held {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  return { slot, operations: byId, endWaits, requests: 0, onIdle: undefined };
}

/** A context with every member, so that the compiler reports missing ones. */
type WholeContext = {
  readonly [Name in keyof Required<RequestContext>]: RequestContext[Name] | undefined;
};

/** Copies each member: spreading a context is slow, and each lookup does this. */
function pin({ requestId, accountId, keyId, person, at, once }: RequestContext, pinnedTo: Held): Pinned {
  const whole: WholeContext & Pick<Pinned, 'pinnedTo'> = {
    requestId,
    accountId,
    keyId,
    person,
    at,
    once,
    pinnedTo,
  };
  return whole as Pinned;
}

function runIn({ operations }: Held, { id }: Operation, request: unknown, context: RequestContext) {
  const operation = operations.get(id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  return operation.run(request, context);
}

function leave(from: Held): void {
  from.requests -= 1;
  if (from.requests === 0) from.onIdle?.();
}

function whenIdle(before: Held): Promise<void> {
  if (before.requests === 0) return Promise.resolve();
  return new Promise((resolve) => {
    before.onIdle = resolve;
  });
}
