/** Lists of companies that people and programs match, with their results. */
export interface MatchLists {
  /**
   * Stores a new list; a list with its id remains as it is. Deletes expired lists. If there are already `max` anonymous lists, a
   * further one replaces the oldest; an account with `max` other lists gets `ConflictError`.
   */
  put(list: MatchList, max: number, at: number): Promise<void>;
  /** Replaces content, counts and records of a list. Returns false if its content is not `previous`, or the list is deleted. */
  replace(list: MatchList, previous: Uint8Array): Promise<boolean>;
  /** Returns `undefined` if the list is unknown or has expired; it deletes an expired one. `at`: milliseconds since 1970. */
  find(id: string, at: number): Promise<MatchList | undefined>;
  /** Lists of an account that have not expired, newest first, without their content and records. */
  ofOwner(owner: string, at: number): Promise<readonly ListSummary[]>;
  /** The entities among these that these lists contain, by list. */
  membersAmong(lists: readonly string[], entities: readonly string[]): Promise<readonly ListMember[]>;
  /** Deletes the list and its watches. Returns false if there is none. */
  remove(id: string): Promise<boolean>;
}

export interface ListSummary {
  /** Part of the address of its page; cannot be guessed. */
  readonly id: string;
  /** Account id; empty if not signed in. */
  readonly owner: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** `NEVER` for a list that is kept until it is deleted. */
  readonly endsAt: number;
  /** JSON text: number of rows by outcome. */
  readonly counts: string;
}

export interface MatchList extends ListSummary {
  /** Distinct ids of the matched or chosen entities. */
  readonly records: readonly string[];
  /** Rows, columns, results and choices, packed. */
  readonly content: Uint8Array;
}

export interface ListMember {
  readonly list: string;
  readonly entity: string;
}

/** End of a list that does not expire. */
export const NEVER = Number.MAX_SAFE_INTEGER;

export function tooManyLists(max: number): string {
  return `The account has ${max} lists, which is the maximum; delete one first.`;
}
