import type { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { Container } from '../format/container.js';
import { type DocumentFilter, lazyFilter, membership } from '../query/document-filter.js';
import type { BitmapScope } from '../sets/bitmap-scope.js';
import { BitmapTable } from '../sets/croaring/bitmap-table.js';
import { NO_NUMBERS } from '../sets/number-set.js';
import { type StoredSet, storedSetOf, thoseIn } from '../sets/stored-set.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import { openTexts } from './vocabulary.js';

/** A union of 20 million documents takes at most 2.5 MB. */
const UNIONS = 8;
/** To apply several sets one by one takes less than to unite them up to so many of all documents (160,000 of 20 million). */
const FEW_IS_ONE_IN = 128;

export class Facet {
  readonly #values: SortedTexts;
  /** In the order of the values; blank where one is shown as it is. */
  readonly #shown: SortedTexts;
  readonly #documents: BitmapTable;
  readonly #few: number;
  /** By the places of the values; the one asked for longest ago falls out. */
  readonly #unions = new Map<string, StoredSet>();

  constructor(container: Container, section: string, documentCount: number) {
    this.#values = openTexts(container, `${section}/values`);
    this.#shown = openTexts(container, `${section}/shown`);
    this.#documents = new BitmapTable(container, section);
    this.#few = documentCount / FEW_IS_ONE_IN;
  }

  get valueCount(): number {
    return this.#values.count;
  }

  valueAt(place: number): string {
    return this.#values.text(place);
  }

  /** How the value is shown; undefined where no document ever bore it. */
  shown(value: string): string | undefined {
    const place = this.#values.find(value);
    return place < 0 ? undefined : this.#shown.text(place) || value;
  }

  /** The number of values with at least this number of documents, and the sum of the documents of all other values. */
  valuesFrom(fewest: number): { readonly large: number; readonly others: number } {
    const sizes = Array.from({ length: this.valueCount }, (_, place) => this.documentsAt(place).bitmap.size);
    const others = sizes.filter((size) => size < fewest);
    return { large: sizes.length - others.length, others: others.reduce((sum, size) => sum + size, 0) };
  }

  /** The documents of the value at a place. */
  documentsAt(place: number): StoredSet {
    return this.#documents.get(place);
  }

  /** How many of the documents have each value; blank is none. */
  count(documents: RoaringBitmap32): Uint32Array {
    const counts = new Uint32Array(this.#values.count);
    for (let place = 0; place < counts.length; place++) {
      if (this.#values.text(place) !== '')
        counts[place] = this.#documents.get(place).bitmap.andCardinality(documents);
    }
    return counts;
  }

  has(value: string, document: number): boolean {
    const place = this.#values.find(value);
    return place >= 0 && this.#documents.get(place).bitmap.has(document);
  }

  /** Documents of any of the values. */
  among(values: readonly string[], bitmapScope: BitmapScope): DocumentFilter {
    const places = new Set(values.map((value) => this.#values.find(value)));
    places.delete(-1);
    const sets = Array.from(places, (place) => this.#documents.get(place));
    const [first, second] = sets;
    if (first === undefined) return membership(NO_NUMBERS, bitmapScope);
    if (second === undefined) return membership(first, bitmapScope);
    // A form and its amendments, and several forms, are asked for together again and again.
    const key = [...places].sort((one, other) => one - other).join(',');
    const kept = this.#unions.get(key);
    if (kept !== undefined) return membership(this.#keep(key, kept), bitmapScope);
    const find = () => this.#keep(key, storedSetOf(bitmapScope.or(sets.map(({ bitmap }) => bitmap))));
    const ofFew = (among: RoaringBitmap32) =>
      sets.length === 2 || among.size > this.#few ? null : oneByOne(sets, among, bitmapScope);
    return lazyFilter({ find, ofFew, ofList: (among) => thoseIn(sets, among) }, bitmapScope);
  }

  #keep(key: string, union: StoredSet): StoredSet {
    this.#unions.delete(key);
    this.#unions.set(key, union);
    const [oldest] = this.#unions.keys();
    if (this.#unions.size > UNIONS && oldest !== undefined) this.#unions.delete(oldest);
    return union;
  }
}

function oneByOne(
  sets: readonly StoredSet[],
  among: RoaringBitmap32,
  bitmapScope: BitmapScope,
): RoaringBitmap32 {
  const passing = bitmapScope.none();
  for (const { bitmap } of sets) passing.orInPlace(bitmapScope.and(among, bitmap));
  return passing;
}
