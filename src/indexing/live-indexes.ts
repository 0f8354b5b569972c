import { collectSoon } from '../platform/internals/collect-soon.js';
import { type LoadedIndex, viewsOf } from './index-loader.js';
import type { IndexPair } from './index-pair.js';
import { rehearse } from './rehearse.js';

/** By then nobody holds the pair before any more. */
const REQUESTS_END_MS = 10_000;

/** The indexes a thread answers from, replaced as builds are loaded. */
export class LiveIndexes {
  #pair: IndexPair | undefined;

  /** `undefined` until a first build is loaded. */
  current(): IndexPair | undefined {
    return this.#pair;
  }

  /** Opens views only: the bytes were verified by who loaded them. Who took the pair before keeps it. */
  use(loaded: LoadedIndex): void {
    const replaced = this.#pair;
    this.#pair = viewsOf(loaded);
    if (!replaced) {
      rehearse(this.#pair);
      return;
    }
    collectSoon();
    setTimeout(collectSoon, REQUESTS_END_MS).unref();
  }
}
