/** Memory of a `RateWindow`; with the clock that the nodes share, of a `BlockWindow`. */
interface WindowMemory {
  readonly memory: SharedArrayBuffer;
  readonly clock: SharedArrayBuffer | null;
}

/** State that must be exact over all threads of a service. */
export interface SharedState {
  /** Counts the requests of an account: the same counter for everybody who asks. */
  rateWindow(name: string): Promise<WindowMemory>;
  /** For a `BlockWindow`; see `FillWindow`. */
  fillWindow(name: string, limit: number, waiting: 0 | 1): Promise<void>;
  /** False, and not counted, where there are `max` in this minute already. */
  countBadKey(network: string, max: number, at: number): Promise<boolean>;
  /** As `countBadKey`, of visits to pages that ask for no key; `from` is their kind and the network. */
  countVisit(from: string, max: number, at: number): Promise<boolean>;
  /** Claims an idempotency key, unless it is claimed. */
  enter(name: string, request: string): Promise<WhoRuns>;
  leave(name: string): Promise<void>;
}

/** `new`: no running request had the key; it is now claimed. */
export type WhoRuns = 'new' | 'same request' | 'another request';
