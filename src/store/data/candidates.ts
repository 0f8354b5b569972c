/**
 * The entities and parties from which links were last made, found by hashed keys. Stored with the links, and changed in one
 * transaction with the list of links to judge again. All calls are synchronous.
 */
export interface Candidates {
  readonly entities: KeyedRows<CandidateEntity>;
  readonly parties: KeyedRows<CandidateParty>;
  /** Deletes everything, including waiting changes; `keys` are expected. */
  clear(keys: number): void;
  /** All that the work changes, or nothing. */
  together<Result>(work: () => Result): Result;
  partyNumber(dataset: string, party: string): number | undefined;
  /** For a party that has none yet. */
  newPartyNumber(): number;
  /** Live entities whose address is in each state. */
  states(): ReadonlyMap<string, number>;
  countState(state: string, by: number): void;
  /** Parties that wait to be judged, in order of key, at most `max`. */
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
  /** The rows of the key; undefined where more than `max`, at most 1,000, share it. */
  withKey(hash: number, max: number): readonly number[] | undefined;
  addKeys(number: number, hashes: readonly number[]): void;
  dropKeys(number: number, hashes: readonly number[]): void;
  /** After `addKeys` and `dropKeys` of some rows: keeps short what they wrote apart from the rest. */
  mergeRecent(): void;
  /** `addKeys` for very many, in whatever order; `each` calls back once for each. */
  addMany(count: number, each: (take: (hash: number, number: number) => void) => void): void;
}

export interface CandidateEntity {
  readonly number: number;
  readonly id: string;
  readonly source: string;
  /** State of the register, as the record shows it. */
  readonly state: string;
  /** Changes with what a judgement reads of it, and with nothing else. */
  readonly mark: string;
  /** JSON text: what its keys are made of. */
  readonly sketch: string;
}

export interface CandidateParty {
  readonly number: number;
  readonly dataset: string;
  readonly party: string;
  /** An entity that ranks lower among its candidates would change nothing. */
  readonly least: number;
  readonly sketch: string;
}

/** The key of so many went down to so few that it is to be listed again: everything has to be made again. */
export class CandidatesOutgrownError extends Error {
  override readonly name = 'CandidatesOutgrownError';
}
