import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { NumberRange } from './sorted-texts.js';

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
  ofRange(range: NumberRange): RoaringBitmap32 | undefined {
    let low = 0;
    let high = this.#rangeBitmaps.count - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const from = this.#ends[2 * middle] as number;
      const difference = from - range.from || (this.#ends[2 * middle + 1] as number) - range.to;
      if (difference === 0) return this.#rangeBitmaps.get(middle);
      if (difference < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Of the names that bear all the words. */
  ofWords(words: readonly number[]): RoaringBitmap32 | undefined {
    const key = [...words].sort((one, other) => one - other).join(',');
    const place = this.#sets.get(key);
    return place === undefined ? undefined : this.#setBitmaps?.get(place);
  }
}
