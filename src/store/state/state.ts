import type { Exports } from './exports.js';
import type { MatchLists } from './match-lists.js';
import type { Sessions } from './sessions.js';
import { DELIVERIES, type Deliveries, WATCHES, type Watches } from './watches.js';

/**
 * Small shared state that must be exact and is not money, such as leases and webhook deliveries. One member a subject. Every
 * function returns a promise, so that a database server can store the state, and rejects with `StateUnavailableError` if it
 * cannot be read or written. Secrets that callers present are stored as hashes; secrets that sign messages are stored as they
 * are.
 */
export interface State {
  readonly leases: Leases;
  readonly exports: Exports;
  readonly watches: Watches;
  readonly deliveries: Deliveries;
  readonly sessions: Sessions;
  readonly matchLists: MatchLists;
}

/** A state with a `close`, opened for one caller. */
export interface OpenState extends State {
  close(): Promise<void>;
}

/**
 * A lease assigns work to one owner for a time. Each token is greater than all earlier ones of the name. A guarded resource
 * refuses smaller tokens, so an owner that was paused beyond its lease cannot write.
 */
export interface Leases {
  /**
   * Takes the lease `name` for this time if it is free. Resolves to its token, an integer from 1, or to null if it is taken,
   * even by the same owner. Rejects with `RangeError` if the time is not a positive integer.
   */
  take(name: string, owner: string, milliseconds: number): Promise<number | null>;
  /** Sets the end to this time from now, earlier or later than before. Returns false if the token no longer has the lease. */
  renew(name: string, token: number, milliseconds: number): Promise<boolean>;
  /** Ends the lease now. Returns false if the token no longer had it. */
  release(name: string, token: number): Promise<boolean>;
  /** The current lease. */
  find(name: string): Promise<Lease | undefined>;
}

export interface Lease {
  readonly name: string;
  /** Name of a host or service, for display. */
  readonly owner: string;
  readonly token: number;
  /** Milliseconds since 1970 by the clock of the database's machine, exclusive. */
  readonly until: number;
}

/** Calls a function of the state by the names of its subject and its own. */
export type StateCall = (subject: keyof State, name: string, values: readonly unknown[]) => Promise<unknown>;

/** The names of all functions; the compiler checks that none is missing. */
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
  matchLists: { put: true, replace: true, find: true, ofOwner: true, membersAmong: true, remove: true },
};

/** Passes calls to the state. Unknown functions are refused. */
export function callsTo(state: State): StateCall {
  return async (subject, name, values) => {
    if (!Object.hasOwn(NAMES, subject) || !Object.hasOwn(NAMES[subject], name)) {
      throw new Error(`The state has no function ${subject}.${name}.`);
    }
    const functions: object = state[subject];
    return await (functions as Record<string, (...given: readonly unknown[]) => unknown>)[name]?.(...values);
  };
}

/** Returns a state whose functions make these calls. */
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
