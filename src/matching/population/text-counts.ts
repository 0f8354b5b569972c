import { HashTable } from '../../collections/hash-table.js';
import { TWO_SEEDS, textHash } from '../block/text-hash.js';

const [SEED, OTHER_SEED] = TWO_SEEDS;

/**
 * How often each text was counted, by two hashes of 32 bits instead of the text. Among twenty million texts two are
 * expected to be taken for each other in one population of tens of thousands.
 */
export class TextCounts {
  readonly #counts = new HashTable(1);

  of(text: string): number {
    return this.#counts.number(this.#counts.find(textHash(OTHER_SEED, text), textHash(SEED, text)), 0);
  }

  /** Gives how often it was counted before. */
  add(text: string): number {
    const [hash, other] = [textHash(SEED, text), textHash(OTHER_SEED, text)];
    const found = this.#counts.find(other, hash);
    const before = this.#counts.number(found, 0);
    this.#counts.set(found, other, hash, before + 1);
    return before;
  }
}
