import { nudgeGarbageCollection } from '../platform/internals/nudge-gc.js';
import type { IndexQuery } from '../search/format/types.js';
import { type LoadedIndex, viewsOf } from './files/index-loader.js';
import type { IndexPair } from './files/index-pair.js';

/** After this time, no request uses the previous pair. */
const REQUESTS_END_MS = 10_000;

/** The indexes of a thread, replaced as builds are loaded. */
export class LiveIndexes {
  #pair: IndexPair | undefined;
  readonly #queries: WarmUpQueries;

  /** `queries` are executed on the first build before any request. */
  constructor(queries: WarmUpQueries = { entities: [], filings: [] }) {
    this.#queries = queries;
  }

  /** Returns `undefined` until a first build is loaded. */
  current(): IndexPair | undefined {
    return this.#pair;
  }

  /** Only opens views: the loader has verified the bytes. Current requests keep the previous pair. */
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

/** Queries in the form of users' searches: V8 would have to recompile code that was optimised for others. */
interface WarmUpQueries {
  readonly entities: readonly IndexQuery[];
  readonly filings: readonly IndexQuery[];
}

/** After this number of runs, V8 has optimised the code of a search. */
const ROUNDS = 4;
/** Below this number of documents, one round is enough: every search is short, and the service is ready sooner. */
const FEW_DOCUMENTS = 10_000;
/** Milliseconds. The service is not ready during the warm-up. One round always runs. */
const MAX_MS = 400;

/**
 * Searches both indexes before the first request. Without it, the first requests would wait until V8 compiles the code of a
 * search, and block all others for 10 to 30 ms.
 */
export function warmUp({ entities, filings }: IndexPair, queries: WarmUpQueries): void {
  const end = performance.now() + MAX_MS;
  const areFew = entities.documentCount + filings.documentCount < FEW_DOCUMENTS;
  for (let round = 0; round < (areFew ? 1 : ROUNDS); round += 1) {
    for (const [index, request] of [
      [entities, queries.entities],
      [filings, queries.filings],
    ] as const) {
      for (const query of request) {
        if (round > 0 && performance.now() > end) return;
        index.search(query);
      }
    }
  }
}
