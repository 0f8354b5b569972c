/** Lists of companies that readers match on the page *Match a list*, with their results. */
export interface MatchLists {
  /** Stores a list, or replaces the one of its id. Deletes expired lists, and the oldest of the owner beyond `max`. */
  put(list: MatchList, max: number, at: number): Promise<void>;
  /** Returns `undefined` if the list is unknown or has expired; it deletes an expired one. `at`: milliseconds since 1970. */
  find(id: string, at: number): Promise<MatchList | undefined>;
  /** False: there is none. */
  remove(id: string): Promise<boolean>;
}

export interface MatchList {
  /** In its address; cannot be guessed. */
  readonly id: string;
  /** Id of the account; empty if nobody was signed in. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly endsAt: number;
  /** Rows, columns, results and choices, packed by the page. */
  readonly content: Uint8Array;
}
