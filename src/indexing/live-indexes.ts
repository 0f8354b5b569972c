import { collectSoon } from './collect-soon.js';
import { IndexLoader, type LoadedIndex, viewsOf } from './index-loader.js';
import type { IndexPair } from './index-pair.js';

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
    if (!replaced) return;
    collectSoon();
    setTimeout(collectSoon, REQUESTS_END_MS).unref();
  }
}

/** The present build, read by this very thread. */
export async function loadIndexes(
  folder: string,
  onProblem: (message: string) => void,
): Promise<LiveIndexes> {
  const indexes = new LiveIndexes();
  const loaded = await new IndexLoader(folder, onProblem).look();
  if (loaded) indexes.use(loaded);
  return indexes;
}
