import type { Container } from '../format/container.js';
import type { IndexQuery } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon, intersection } from '../sets/bitmap/intersection.js';
import { unionOf } from '../sets/bitmap/union.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import { thoseIn } from '../sets/marked.js';
import {
  anyOf,
  asBitmap,
  type DocumentFilter,
  FEW,
  lazyFilter,
  membership,
  NO_NUMBERS,
  type NumberSet,
} from '../sets/number-set.js';
import type { Groups } from '../texts/groups.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import type { Column } from './columns/column.js';
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
  readonly #unions = new Map<string, Bitmap>();

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
    const sizes = Array.from({ length: this.valueCount }, (_, place) => this.documentsAt(place).size);
    const others = sizes.filter((size) => size < fewest);
    return { large: sizes.length - others.length, others: others.reduce((sum, size) => sum + size, 0) };
  }

  /** The documents of the value at a place. */
  documentsAt(place: number): Bitmap {
    return this.#documents.get(place);
  }

  /** How many of the documents have each value; blank is none. */
  count(documents: Bitmap): Uint32Array {
    const counts = new Uint32Array(this.#values.count);
    for (let place = 0; place < counts.length; place++) {
      if (this.#values.text(place) !== '') counts[place] = countCommon(this.#documents.get(place), documents);
    }
    return counts;
  }

  has(value: string, document: number): boolean {
    const place = this.#values.find(value);
    return place >= 0 && this.#documents.get(place).has(document);
  }

  /** Documents of any of the values. */
  among(values: readonly string[]): DocumentFilter {
    const places = new Set(values.map((value) => this.#values.find(value)));
    places.delete(-1);
    const sets = Array.from(places, (place) => this.#documents.get(place));
    const [first, second] = sets;
    if (first === undefined) return membership(NO_NUMBERS);
    if (second === undefined) return membership(first);
    // A form and its amendments, and several forms, are asked for together again and again.
    const key = [...places].sort((one, other) => one - other).join(',');
    const kept = this.#unions.get(key);
    if (kept !== undefined) return membership(this.#keep(key, kept));
    const find = () => this.#keep(key, unionOf(sets));
    const ofFew = (among: Bitmap) =>
      sets.length === 2 || among.size > this.#few ? null : oneByOne(sets, among);
    return lazyFilter({ find, ofFew, ofList: (among) => thoseIn(sets, among) });
  }

  #keep(key: string, union: Bitmap): Bitmap {
    this.#unions.delete(key);
    this.#unions.set(key, union);
    const [oldest] = this.#unions.keys();
    if (this.#unions.size > UNIONS && oldest !== undefined) this.#unions.delete(oldest);
    return union;
  }
}

function oneByOne(sets: readonly Bitmap[], among: Bitmap): Bitmap {
  return unionOf(sets.map((bitmap) => intersection(among, bitmap)));
}

export interface Filterable {
  readonly groups: Groups | null;
  readonly facets: ReadonlyMap<string, Facet>;
  readonly columns: ReadonlyMap<string, Column>;
}

/** One for the group, each filter and each range of the query, all of which must hold; what takes least first. */
export function filtersOf(query: IndexQuery, index: Filterable): DocumentFilter[] {
  const { group, filters, ranges } = query;
  const { groups, facets, columns } = index;
  const none = membership(NO_NUMBERS);
  const within = (isInOrder: boolean) =>
    ranges
      .filter(({ column }) => (columns.get(column)?.isInOrder ?? true) === isInOrder)
      .map((range) => columns.get(range.column)?.within(range) ?? none);
  return [
    ...(group === undefined ? [] : [membership(ofGroup(groups, group))]),
    ...within(true),
    ...filters.map(({ facet, values, or }) => {
      const valued = facets.get(facet)?.among(values) ?? none;
      const ranged = or && columns.get(or.column)?.within(or);
      return ranged ? anyOf(valued, ranged) : valued;
    }),
    ...within(false),
  ];
}

/** The busiest filers have a hundred thousand filings: too many to go through number by number. */
function ofGroup(groups: Groups | null, key: number): NumberSet {
  const documents = groups?.documentsOf(key) ?? NO_NUMBERS;
  return documents.length > FEW ? asBitmap(documents) : documents;
}
