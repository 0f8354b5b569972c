import { HashTable } from '../../collections/hash-table.js';
import { TWO_SEEDS, textHash } from '../block/text-hash.js';

const [SEED, OTHER_SEED] = TWO_SEEDS;

/**
 * Counts texts by two hashes of 32 bits instead of the text. Among twenty million texts, one confusion of two is expected in
 * one population of tens of thousands.
 */
export class TextCounts {
  readonly #counts = new HashTable(1);

  of(text: string): number {
    return this.#counts.number(this.#counts.find(textHash(OTHER_SEED, text), textHash(SEED, text)), 0);
  }

  /** Returns the count before the call. */
  add(text: string): number {
    const [hash, other] = [textHash(SEED, text), textHash(OTHER_SEED, text)];
    const found = this.#counts.find(other, hash);
    const before = this.#counts.number(found, 0);
    this.#counts.set(found, other, hash, before + 1);
    return before;
  }
}
