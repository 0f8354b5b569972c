/** Lists of companies that users match on the page *Match a list*, with their results. */
export interface MatchLists {
  /** Stores a list, replacing one with the same id. Deletes expired lists, and the owner's oldest beyond `max`. */
  put(list: MatchList, max: number, at: number): Promise<void>;
  /** Returns `undefined` if the list is unknown or has expired; it deletes an expired one. `at`: milliseconds since 1970. */
  find(id: string, at: number): Promise<MatchList | undefined>;
  /** Returns false if there is none. */
  remove(id: string): Promise<boolean>;
}

export interface MatchList {
  /** Part of the page's address; cannot be guessed. */
  readonly id: string;
  /** Account id; empty if nobody was signed in. */
  readonly owner: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly endsAt: number;
  /** Rows, columns, results and choices, packed by the page. */
  readonly content: Uint8Array;
}
