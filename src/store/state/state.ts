import type { Exports } from './exports.js';
import type { MatchLists } from './match-lists.js';
import type { Sessions } from './sessions.js';
import { DELIVERIES, type Deliveries, WATCHES, type Watches } from './watches.js';

/**
 * Small state that must be exact and is not money: who does which work, and who gets which messages. One subject, one member.
 * Everything is a promise, so that it can live in a database server, and rejects with `StateUnavailableError` if it
 * cannot be read or written. A secret that callers present never stands in it, only its hash; the secrets that messages
 * are signed with do.
 */
export interface State {
  readonly leases: Leases;
  readonly exports: Exports;
  readonly watches: Watches;
  readonly deliveries: Deliveries;
  readonly sessions: Sessions;
  readonly matchLists: MatchLists;
}

/** A state that was opened for one caller. */
export interface OpenState extends State {
  close(): Promise<void>;
}

/**
 * A lease gives a work to one owner for a time. Its token is greater than every token given for the name before: who
 * guards a resource by it refuses a smaller one, so that an owner that was paused beyond its end changes nothing.
 */
export interface Leases {
  /**
   * Takes the lease `name` for the given milliseconds if nobody holds it. Resolves to its token, an integer from 1 on, or
   * to null if it is held, be it by the same owner. Rejects with `RangeError` if the time is not a positive integer.
   */
  take(name: string, owner: string, milliseconds: number): Promise<number | null>;
  /** Sets the end to the given milliseconds from now, sooner or later than before. False: this token does not hold the lease any more. */
  renew(name: string, token: number, milliseconds: number): Promise<boolean>;
  /** Ends it now. False: it was held under this token no more. */
  release(name: string, token: number): Promise<boolean>;
  /** Who holds it now. */
  find(name: string): Promise<Lease | undefined>;
}

export interface Lease {
  readonly name: string;
  /** For people: the name of a host or service. */
  readonly owner: string;
  readonly token: number;
  /** Milliseconds of the epoch, by the clock of the state's own machine. It is held before that, and not at it. */
  readonly until: number;
}

/** A function of the state, called by the name of its subject and its own. */
export type StateCall = (subject: keyof State, name: string, values: readonly unknown[]) => Promise<unknown>;

/** The names of all its functions; the compiler misses none. */
const NAMES: { readonly [Subject in keyof State]: Readonly<Record<keyof State[Subject], true>> } = {
  leases: { take: true, renew: true, release: true, find: true },
  exports: {
    ...{
      create: true,
      find: true,
      list: true,
      withdraw: true,
      remove: true,
      next: true,
      noteOrder: true,
      noteRows: true,
      finish: true,
    },
    ...{ noteChargeAt: true, setDone: true, endedBefore: true, ids: true },
  },
  watches: WATCHES,
  deliveries: DELIVERIES,
  sessions: { begin: true, find: true, end: true },
  matchLists: { put: true, find: true, remove: true },
};

/** Calls go to the state, if it has such a function. */
export function callsTo(state: State): StateCall {
  return async (subject, name, values) => {
    if (!Object.hasOwn(NAMES, subject) || !Object.hasOwn(NAMES[subject], name)) {
      throw new Error(`The state has no function ${subject}.${name}.`);
    }
    const functions: object = state[subject];
    return await (functions as Record<string, (...given: readonly unknown[]) => unknown>)[name]?.(...values);
  };
}

/** The state at the other end of its calls. */
export function stateOver(call: StateCall): State {
  const functionsOf = (subject: keyof State) =>
    Object.fromEntries(
      Object.keys(NAMES[subject]).map((name) => [
        name,
        (...values: readonly unknown[]) => call(subject, name, values),
      ]),
    );
  const subjects = Object.keys(NAMES) as (keyof State)[];
  return Object.fromEntries(subjects.map((subject) => [subject, functionsOf(subject)])) as unknown as State;
}
