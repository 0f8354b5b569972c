/** Counts by name and minute, shared by all nodes. Minutes are those of the server's clock. */
export interface Windows {
  /**
   * Takes for each name the requested amount, within its limit. Names must be distinct. Rejects with `StateUnavailableError` if
   * the server does not respond in three seconds; anything it granted then is lost for this minute.
   */
  take(request: readonly Wanted[]): Promise<Taken>;
  /** Returns unused amounts taken in that minute. */
  giveBack(minute: number, counts: ReadonlyMap<string, number>): Promise<void>;
  /**
   * Registers this node for ten seconds. Returns the number of registered nodes, at least 1. Deletes counts of past minutes,
   * and once an hour nodes not seen for seven days.
   */
  attend(): Promise<number>;
  /** Removes this node, which stops. */
  leave(): Promise<void>;
}

export interface Wanted {
  readonly name: string;
  /** Requests a minute over all nodes. */
  readonly limit: number;
  /** Number of requests that wait for the result. */
  readonly waiting: number;
  /** Unused amount on this node. Null: it takes none in advance. */
  readonly unused: number | null;
}

export interface Taken {
  /** By the server's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Minutes since 1970 by the server's clock. */
  readonly minute: number;
  /** In the order of the request. */
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly taken: number;
  /** Total taken by all nodes, `taken` included. */
  readonly held: number;
}
