import type { Lexicon, LexiconMatch } from '../fields/lexicon.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { unionOf } from '../sets/bitmap/union.js';
import {
  both,
  type DocumentFilter,
  isBitmap,
  isList,
  less,
  type NumberSet,
  sizeOf,
  united,
} from '../sets/number-set.js';
import { merged } from '../sets/sorted-lists.js';
import type { NumberRange } from '../texts/sorted-texts.js';

/** The documents that match in a tier and in no earlier one. */
export interface TierDocuments {
  readonly tier: number;
  readonly size: number;
  /** Builds the set. Tiers after the page need only the size, and building the set is the most expensive step. */
  readonly documents: () => NumberSet;
}

/** Omits tiers without documents. If `filter` is null, all documents pass that are not `hidden`. */
export function tierDocuments(
  matches: readonly (readonly LexiconMatch[])[],
  { filter, hidden }: { readonly filter: DocumentFilter | null; readonly hidden: Bitmap | null },
): TierDocuments[] {
  const tiers: TierDocuments[] = [];
  const filtered = filter && new FilteredDifference(filter);
  /** The names of earlier tiers, by lexicon: their documents are in `seen`. */
  const ranges = new Map<Lexicon, NumberRange>();
  let seen = postingsOf(hidden === null ? [] : [hidden]);
  /** The documents of the last tier that had any; added to `seen` when the next tier needs them. */
  let last: Postings | null = null;
  for (const [tier, lexicons] of matches.entries()) {
    if (lexicons.length === 0) continue;
    const matching = lexicons.map(({ lexicon, matches }) => {
      const known = ranges.get(lexicon);
      if ('names' in matches && 'from' in matches.names) ranges.set(lexicon, matches.names);
      return lexicon.documentsOf(matches, known);
    });
    if (matching.every((set) => sizeOf(set) === 0)) continue;
    if (last !== null) seen = postingsOf([...setsIn(seen), ...setsIn(last)]);
    const own =
      filtered === null
        ? withoutSeen(matching, seen)
        : disjointSets(matching.map((set) => filtered.of(set, seen)));
    last = own.size === 0 ? null : own.found;
    if (own.size > 0) tiers.push({ tier, ...own });
  }
  return tiers;
}

interface OwnDocuments extends Omit<TierDocuments, 'tier'> {
  readonly found: Postings;
}

function withoutSeen(sets: readonly NumberSet[], seen: Postings): OwnDocuments {
  const found = postingsOf(sets);
  let documents: NumberSet | undefined;
  return {
    found,
    size: countMinus(found, seen),
    documents: () => (documents ??= united(minus(found, seen))),
  };
}

function disjointSets(sets: readonly NumberSet[]): OwnDocuments {
  const found = postingsOf(sets);
  const own = setsIn(found);
  return {
    found,
    size: own.reduce((sum, set) => sum + sizeOf(set), 0),
    documents: () => united(own),
  };
}

/**
 * If at least one document in this many passes the filter, it is twice as fast to subtract first and filter afterwards: a
 * filtered bitmap consists of lists, which are compared number by number (1.7 of 20 million: 3.3 ms, 7.1 ms).
 */
const MANY_IS_ONE_IN = 16;

/** Filters sets one after the other, and subtracts other documents. */
class FilteredDifference {
  readonly #filter: DocumentFilter;
  /** The share that passed in the previous sets is the estimate for the next. */
  #looked = 0;
  #passed = 0;

  constructor(filter: DocumentFilter) {
    this.#filter = filter;
  }

  of(set: NumberSet, others: Postings): NumberSet {
    if (isBitmap(set) && this.#looked > 0 && this.#passed * MANY_IS_ONE_IN >= this.#looked) {
      return this.#filter.of(lessPostings(set, others));
    }
    const filtered = this.#filter.of(set);
    this.#looked += sizeOf(set);
    this.#passed += sizeOf(filtered);
    return lessPostings(filtered, others);
  }
}

/** A list and a bitmap without common numbers. Kept separate because uniting them would copy the whole bitmap. */
interface Postings {
  readonly list: Uint32Array;
  readonly bitmap: Bitmap | null;
}

/** Returns the union of the sets. */
export function postingsOf(sets: readonly NumberSet[]): Postings {
  const list = merged(sets.filter(isList));
  const bitmaps = sets.filter(isBitmap);
  if (bitmaps.length === 0) return { list, bitmap: null };
  const bitmap = unionOf(bitmaps);
  return { list: less(list, bitmap), bitmap };
}

/** Returns the bitmap, if any, and the list, unless it is empty. */
function setsIn({ list, bitmap }: Postings): NumberSet[] {
  const sets: NumberSet[] = list.length === 0 ? [] : [list];
  if (bitmap !== null) sets.push(bitmap);
  return sets;
}

/** Returns the size of the difference. */
export function countMinus({ list, bitmap }: Postings, others: Postings): number {
  const ofList = lessPostings(list, others).length;
  if (bitmap === null) return ofList;
  const inBitmap = others.bitmap && countCommon(bitmap, others.bitmap);
  const inList = sizeOf(both(others.list, bitmap));
  return ofList + sizeOf(bitmap) - (inBitmap ?? 0) - inList;
}

/** Returns the difference. */
export function minus(postings: Postings, others: Postings): NumberSet[] {
  return setsIn(postings).map((set) => lessPostings(set, others));
}

/** Returns the numbers of `set` that are not in `others`. */
export function lessPostings(set: Uint32Array, others: Postings): Uint32Array;
export function lessPostings(set: NumberSet, others: Postings): NumberSet;
export function lessPostings(set: NumberSet, others: Postings): NumberSet {
  return setsIn(others).reduce((left, other) => less(left, other), set);
}
