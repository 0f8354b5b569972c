import { firstPast } from './bisect.js';
import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import type { NumberRange } from './sorted-texts.js';
import type { StoredSet } from './stored-set.js';

/** Documents kept ready for prefixes and sets of words that stand for many. */
export class BroadDocuments {
  readonly #ends: Uint32Array;
  readonly #rangeBitmaps: BitmapTable;
  readonly #sets: ReadonlyMap<string, number>;
  readonly #setBitmaps: BitmapTable | null;

  constructor(container: Container, section: string, broadSets: readonly string[]) {
    this.#ends = container.uint32(`${section}/broad-ranges/ends`);
    this.#rangeBitmaps = new BitmapTable(container, `${section}/broad-ranges`);
    this.#sets = new Map(broadSets.map((key, at) => [key, at]));
    this.#setBitmaps = broadSets.length === 0 ? null : new BitmapTable(container, `${section}/broad-sets`);
  }

  get count(): number {
    return this.#rangeBitmaps.count + this.#sets.size;
  }

  /** Of the names in the range. */
  ofRange(range: NumberRange): StoredSet | undefined {
    const [ends, count] = [this.#ends, this.#rangeBitmaps.count];
    const compare = (at: number) =>
      (ends[2 * at] as number) - range.from || (ends[2 * at + 1] as number) - range.to;
    const found = firstPast(0, count, (at) => compare(at) >= 0);
    return found < count && compare(found) === 0 ? this.#rangeBitmaps.get(found) : undefined;
  }

  /** Of the names that bear all the words. */
  ofWords(words: readonly number[]): StoredSet | undefined {
    const key = [...words].sort((one, other) => one - other).join(',');
    const place = this.#sets.get(key);
    return place === undefined ? undefined : this.#setBitmaps?.get(place);
  }
}
