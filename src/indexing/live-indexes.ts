import { nudgeGarbageCollection } from '../platform/internals/nudge-gc.js';
import { type LoadedIndex, viewsOf } from './files/index-loader.js';
import { type WarmUpQueries, warmUp } from './files/warm-up.js';
import type { IndexPair } from './index-pair.js';

/** By then nobody holds the pair before any more. */
const REQUESTS_END_MS = 10_000;

/** The indexes a thread answers from, replaced as builds are loaded. */
export class LiveIndexes {
  #pair: IndexPair | undefined;
  readonly #queries: WarmUpQueries;

  /** `queries` are asked of the first build before requests are. */
  constructor(queries: WarmUpQueries = { entities: [], filings: [] }) {
    this.#queries = queries;
  }

  /** `undefined` until a first build is loaded. */
  current(): IndexPair | undefined {
    return this.#pair;
  }

  /** Opens views only: the bytes were verified by who loaded them. Who took the pair before keeps it. */
  use(loaded: LoadedIndex): void {
    const replaced = this.#pair;
    this.#pair = viewsOf(loaded);
    if (!replaced) {
      warmUp(this.#pair, this.#queries);
      return;
    }
    nudgeGarbageCollection();
    setTimeout(nudgeGarbageCollection, REQUESTS_END_MS).unref();
  }
}
