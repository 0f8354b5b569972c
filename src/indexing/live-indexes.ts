import { nudgeGarbageCollection } from '../platform/internals/nudge-gc.js';
import type { IndexQuery } from '../search/format/types.js';
import { type LoadedIndex, viewsOf } from './files/index-loader.js';
import type { IndexPair } from './files/index-pair.js';

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

/** Queries as users' searches make them: code that is compiled for other ones is compiled once more for these. */
interface WarmUpQueries {
  readonly entities: readonly IndexQuery[];
  readonly filings: readonly IndexQuery[];
}

/** After this number of runs V8 has optimized the code of a search. */
const ROUNDS = 4;
/** Below this number of documents, one round is enough: no search takes long, and the service is ready sooner. */
const FEW_DOCUMENTS = 10_000;
/** Milliseconds. The service is not ready during a warm-up, so it is short; one round always runs. */
const MAX_MS = 400;

/**
 * Asks both indexes before anybody does: else the first requests would wait until the code of a search is compiled, and
 * hold up all others for 10 to 30 ms.
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
