import { TextCounts } from '../../matching/population/text-counts.js';
import type { KnownKeys } from '../../store/store.js';

/**
 * Finds results of earlier runs whose keys no longer exist. Every current key must be passed in. Memory: about thirty bytes a
 * key. Earlier results are read again only if there are more than were passed in.
 */
export class StaleKeys {
  readonly #before: KnownKeys;
  readonly #matches = new TextCounts();
  #knownMatches = 0;

  /** Must be created before results are written. */
  constructor(before: KnownKeys) {
    this.#before = before;
  }

  /** `known`: the earlier results of these keys, if any. */
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
