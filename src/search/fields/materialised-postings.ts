import { firstPast } from '../../collections/bisect.js';
import type { Container } from '../format/container.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import type { NumberRange } from '../texts/sorted-texts.js';

/** Documents kept ready for prefixes and sets of words that stand for many. */
export class MaterialisedPostings {
  readonly #ends: Uint32Array;
  readonly #rangeBitmaps: BitmapTable;
  readonly #sets: ReadonlyMap<string, number>;
  readonly #setBitmaps: BitmapTable | null;
  /** The words that are broad by themselves, ascending: each word of a set is. */
  readonly #single: Uint32Array;

  constructor(container: Container, section: string, broadSets: readonly string[]) {
    this.#ends = container.uint32(`${section}/broad-ranges/ends`);
    this.#rangeBitmaps = new BitmapTable(container, `${section}/broad-ranges`);
    this.#sets = new Map(broadSets.map((key, at) => [key, at]));
    this.#single = Uint32Array.from(
      broadSets.filter((key) => !key.includes(',')),
      Number,
    ).sort();
    this.#setBitmaps = broadSets.length === 0 ? null : new BitmapTable(container, `${section}/broad-sets`);
  }

  get count(): number {
    return this.#rangeBitmaps.count + this.#sets.size;
  }

  /** The documents of a range or a set of words by its number in the file. */
  at(of: 'range' | 'words', number: number): Bitmap | undefined {
    return of === 'range' ? this.#rangeBitmaps.get(number) : this.#setBitmaps?.get(number);
  }

  /** The documents of the names in the range. */
  ofRange(range: NumberRange): Bitmap | undefined {
    const [ends, count] = [this.#ends, this.#rangeBitmaps.count];
    const compare = (at: number) =>
      (ends[2 * at] as number) - range.from || (ends[2 * at + 1] as number) - range.to;
    const found = firstPast(0, count, (at) => compare(at) >= 0);
    return found < count && compare(found) === 0 ? this.#rangeBitmaps.get(found) : undefined;
  }

  /** The documents of the names that bear all the words. */
  ofWords(words: readonly number[]): Bitmap | undefined {
    const key = [...words].sort((one, other) => one - other).join(',');
    const place = this.#sets.get(key);
    return place === undefined ? undefined : this.#setBitmaps?.get(place);
  }

  /** Word of the range -> of the names that bear it and all the words, where these are kept ready. */
  withWordIn(words: readonly number[], { from, to }: NumberRange): Map<number, Bitmap> {
    const ready = new Map<number, Bitmap>();
    const single = this.#single;
    for (
      let at = firstPast(0, single.length, (at) => (single[at] as number) >= from);
      at < single.length && (single[at] as number) < to;
      at++
    ) {
      const word = single[at] as number;
      const documents = this.ofWords([...words, word]);
      if (documents !== undefined) ready.set(word, documents);
    }
    return ready;
  }
}
