/** Counts by name and minute that all nodes share. The minute is that of the server's clock: no node's clock counts. */
export interface Windows {
  /**
   * Takes for each name what it asks for, as far as its limit allows. No name is asked for twice. Rejects with `StateUnavailableError` if the server
   * does not answer in three seconds; what it gave then is lost to this minute.
   */
  take(request: readonly Wanted[]): Promise<Taken>;
  /** Gives back what was taken in that minute and is not used. */
  giveBack(minute: number, counts: ReadonlyMap<string, number>): Promise<void>;
  /**
   * This node is there, and counts for ten seconds. Returns how many are; at least 1. Counts of minutes that are over are forgotten, and
   * once an hour the nodes that were not there for seven days.
   */
  attend(): Promise<number>;
  /** This node stops: it counts no more, and nobody waits for it. */
  leave(): Promise<void>;
}

export interface Wanted {
  readonly name: string;
  /** Limit per minute over all nodes. */
  readonly limit: number;
  /** The number of requests that wait for it. */
  readonly waiting: number;
  /** How many the node holds unused. Null: it takes none ahead of need. */
  readonly unused: number | null;
}

export interface Taken {
  /** By the server's clock, in milliseconds since 1970. */
  readonly at: number;
  /** Minutes since 1970 by the server's clock. */
  readonly minute: number;
  /** In the order in which they were asked for. */
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly taken: number;
  /** All that nodes hold or have used, `taken` included. */
  readonly held: number;
}
