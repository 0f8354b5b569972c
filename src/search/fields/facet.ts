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

/** Max cached unions: one of 20 million documents takes at most 2.5 MB. */
const UNIONS = 8;
/**
 * Up to this share of all documents (1/N; 160,000 of 20 million), intersecting with each set is faster than building the union.
 */
const FEW_IS_ONE_IN = 128;

export class Facet {
  readonly #values: SortedTexts;
  /** Display texts in the order of the values; empty if the value is displayed as it is. */
  readonly #shown: SortedTexts;
  readonly #documents: BitmapTable;
  readonly #few: number;
  /** Least recently used first. The key: the places of the values. */
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

  /** Returns the display text of the value; `undefined` if no document ever had it. */
  shown(value: string): string | undefined {
    const place = this.#values.find(value);
    return place < 0 ? undefined : this.#shown.text(place) || value;
  }

  /** Returns the number of values with at least `fewest` documents, and the sum of the documents of all other values. */
  valuesFrom(fewest: number): { readonly large: number; readonly others: number } {
    const sizes = Array.from({ length: this.valueCount }, (_, place) => this.documentsAt(place).size);
    const others = sizes.filter((size) => size < fewest);
    return { large: sizes.length - others.length, others: others.reduce((sum, size) => sum + size, 0) };
  }

  /** Returns the documents of the value at this place. */
  documentsAt(place: number): Bitmap {
    return this.#documents.get(place);
  }

  /** Returns the number of documents per value. The empty value, which means none, is not counted. */
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

  /** Matches documents with at least one of the values. */
  among(values: readonly string[]): DocumentFilter {
    const places = new Set(values.map((value) => this.#values.find(value)));
    places.delete(-1);
    const sets = Array.from(places, (place) => this.#documents.get(place));
    const [first, second] = sets;
    if (first === undefined) return membership(NO_NUMBERS);
    if (second === undefined) return membership(first);
    // Some combinations recur in query after query: a form and its amendments, or several forms.
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

/**
 * Returns one filter each for the group, every facet filter and every range of the query, cheapest first. A document must pass
 * them all.
 */
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

/** The busiest filers have 100,000 filings: too many to check one by one, so they become a bitmap. */
function ofGroup(groups: Groups | null, key: number): NumberSet {
  const documents = groups?.documentsOf(key) ?? NO_NUMBERS;
  return documents.length > FEW ? asBitmap(documents) : documents;
}
