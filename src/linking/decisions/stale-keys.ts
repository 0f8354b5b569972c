import { TextCounts } from '../../matching/population/text-counts.js';
import type { KnownKeys } from '../../store/store.js';

/**
 * Finds results made before of keys that are no longer there. Everything that is there is shown to it, in memory of some thirty
 * bytes a key; what was made before is read again only where more of it was known than was met.
 */
export class StaleKeys {
  readonly #before: KnownKeys;
  readonly #matches = new TextCounts();
  #knownMatches = 0;

  /** To be asked for before anything is made again. */
  constructor(before: KnownKeys) {
    this.#before = before;
  }

  /** `known`: what was made before of these keys, where something was. */
  meet(keys: readonly string[], known: ReadonlyMap<string, unknown>): void {
    for (const key of keys) if (this.#matches.add(key) === 0 && known.has(key)) this.#knownMatches += 1;
  }

  async *pages(): AsyncGenerator<readonly string[]> {
    if (this.#knownMatches >= this.#before.count) return;
    for await (const page of this.#before.pages) {
      const left = page.filter((key) => this.#matches.of(key) === 0);
      if (left.length > 0) yield left;
    }
  }
}
