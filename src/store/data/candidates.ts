/**
 * The entities and parties from which links were last made, found by hashed keys. Stored with the links, and changed in one
 * transaction with the list of parties to decide again. All calls are synchronous.
 */
export interface Candidates {
  readonly entities: KeyedRows<CandidateEntity>;
  readonly parties: KeyedRows<CandidateParty>;
  /** Deletes everything, including the waiting list. `keys`: the expected number of keys. */
  clear(keys: number): void;
  /** Runs `work` in one transaction. */
  together<Result>(work: () => Result): Result;
  partyNumber(dataset: string, party: string): number | undefined;
  /** For a party without a number. */
  newPartyNumber(): number;
  /** The number of live entities with an address in each state. */
  states(): ReadonlyMap<string, number>;
  countState(state: string, by: number): void;
  /** At most `max` parties that wait for a decision, in order of key. */
  waiting(dataset: string, max: number): readonly string[];
  isWaiting(): boolean;
  wait(dataset: string, party: string): void;
  waitAll(): void;
  settled(dataset: string, parties: readonly string[]): void;
}

export interface KeyedRows<Row extends { readonly number: number }> {
  count(): number;
  get(number: number): Row | undefined;
  put(row: Row): void;
  drop(number: number): void;
  /** The rows with the key; `undefined` if they are more than `max`, which is at most 1,000. */
  withKey(hash: number, max: number): readonly number[] | undefined;
  addKeys(number: number, hashes: readonly number[]): void;
  dropKeys(number: number, hashes: readonly number[]): void;
  /** Merges the keys that `addKeys` and `dropKeys` wrote separately. */
  mergeRecent(): void;
  /** `addKeys` for very many, in any order; `each` calls `take` once for each key. */
  addMany(count: number, each: (take: (hash: number, number: number) => void) => void): void;
}

export interface CandidateEntity {
  readonly number: number;
  readonly id: string;
  readonly source: string;
  /** State of the register, as the record shows it. */
  readonly state: string;
  /** Changes if and only if something changes that a decision reads. */
  readonly mark: string;
  /** JSON text from which its keys are made. */
  readonly sketch: string;
}

export interface CandidateParty {
  readonly number: number;
  readonly dataset: string;
  readonly party: string;
  /** The lowest score among its candidates that matters: a lower one would change nothing. */
  readonly least: number;
  readonly sketch: string;
}

/** A key that was too common to be stored is no longer: all candidates must be made again. */
export class CandidatesOutgrownError extends Error {
  override readonly name = 'CandidatesOutgrownError';
}
