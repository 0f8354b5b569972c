import type { Lexicon, LexiconMatch } from '../fields/lexicon.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { unionOf } from '../sets/bitmap/union.js';
import type { DocumentFilter } from '../sets/document-filter.js';
import { both, isBitmap, isList, less, type NumberSet, sizeOf, united } from '../sets/number-set.js';
import { merged } from '../sets/sorted-lists.js';
import type { NumberRange } from '../texts/sorted-texts.js';

/** The documents that stand in a tier and in none before it. */
export interface TierDocuments {
  readonly tier: number;
  readonly size: number;
  /** Made when they are asked for: of a tier behind the page only the size is needed, and a copy costs more than all else. */
  readonly documents: () => NumberSet;
}

/** Tiers without documents are left out. `narrow` null: all documents pass that are not `hidden`. */
export function tierDocuments(
  matches: readonly (readonly LexiconMatch[])[],
  { narrow, hidden }: { readonly narrow: DocumentFilter | null; readonly hidden: Bitmap | null },
): TierDocuments[] {
  const standing: TierDocuments[] = [];
  const narrowed = narrow && new FilteredBeyond(narrow);
  /** The names of the tier before, lexicon by lexicon: their documents have their place already. */
  const folded = new Map<Lexicon, NumberRange>();
  let seen = partsOf(hidden === null ? [] : [hidden]);
  /** The documents of the last tier that had any, not among the seen until the next tier needs them there. */
  let last: Parts | null = null;
  for (const [tier, lexicons] of matches.entries()) {
    if (lexicons.length === 0) continue;
    const matching = lexicons.map(({ lexicon, matches }) => {
      const known = folded.get(lexicon);
      if ('names' in matches && 'from' in matches.names) folded.set(lexicon, matches.names);
      return lexicon.documentsOf(matches, known);
    });
    if (matching.every((set) => sizeOf(set) === 0)) continue;
    if (last !== null) seen = partsOf([...setsOf(seen), ...setsOf(last)]);
    const standIn =
      narrowed === null ? counted(matching, seen) : asTheyAre(matching.map((set) => narrowed.of(set, seen)));
    last = standIn.size === 0 ? null : standIn.found;
    if (standIn.size > 0) standing.push({ tier, ...standIn });
  }
  return standing;
}

interface Standing extends Omit<TierDocuments, 'tier'> {
  readonly found: Parts;
}

function counted(sets: readonly NumberSet[], seen: Parts): Standing {
  const found = partsOf(sets);
  let documents: NumberSet | undefined;
  return {
    found,
    size: countBeyond(found, seen),
    documents: () => (documents ??= united(beyond(found, seen))),
  };
}

function asTheyAre(sets: readonly NumberSet[]): Standing {
  const found = partsOf(sets);
  const own = setsOf(found);
  return {
    found,
    size: own.reduce((sum, set) => sum + sizeOf(set), 0),
    documents: () => united(own),
  };
}

/**
 * To take others from a bitmap and then narrow it takes half as long as the other way round, where one in so many passes or more:
 * what is narrowed already is lists within the bitmap, and lists are compared number by number (1.7 of 20 million: 3.3 ms, 7.1).
 */
const MANY_IS_ONE_IN = 16;

/** Those of one set after the other that pass and are not among others. */
class FilteredBeyond {
  readonly #narrow: DocumentFilter;
  /** The share that passed of the sets so far tells how much of the next will. */
  #looked = 0;
  #passed = 0;

  constructor(narrow: DocumentFilter) {
    this.#narrow = narrow;
  }

  of(set: NumberSet, others: Parts): NumberSet {
    if (isBitmap(set) && this.#looked > 0 && this.#passed * MANY_IS_ONE_IN >= this.#looked) {
      return this.#narrow.of(lessParts(set, others));
    }
    const narrowed = this.#narrow.of(set);
    this.#looked += sizeOf(set);
    this.#passed += sizeOf(narrowed);
    return lessParts(narrowed, others);
  }
}

/** Numbers of a list and of a bitmap, none of both: to unite the two would copy the whole bitmap. */
interface Parts {
  readonly list: Uint32Array;
  readonly bitmap: Bitmap | null;
}

/** Those of any of the sets. */
export function partsOf(sets: readonly NumberSet[]): Parts {
  const list = merged(sets.filter(isList));
  const bitmaps = sets.filter(isBitmap);
  if (bitmaps.length === 0) return { list, bitmap: null };
  const bitmap = unionOf(bitmaps);
  return { list: less(list, bitmap), bitmap };
}

/** The bitmap, and the list where it is not empty. */
function setsOf({ list, bitmap }: Parts): NumberSet[] {
  const sets: NumberSet[] = list.length === 0 ? [] : [list];
  if (bitmap !== null) sets.push(bitmap);
  return sets;
}

/** How many are not among others. */
export function countBeyond({ list, bitmap }: Parts, others: Parts): number {
  const ofList = lessParts(list, others).length;
  if (bitmap === null) return ofList;
  const inBitmap = others.bitmap && countCommon(bitmap, others.bitmap);
  const inList = sizeOf(both(others.list, bitmap));
  return ofList + sizeOf(bitmap) - (inBitmap ?? 0) - inList;
}

/** Those that are not among others. */
export function beyond(parts: Parts, others: Parts): NumberSet[] {
  return setsOf(parts).map((set) => lessParts(set, others));
}

/** Those of a set that are not among others. */
export function lessParts(set: Uint32Array, others: Parts): Uint32Array;
export function lessParts(set: NumberSet, others: Parts): NumberSet;
export function lessParts(set: NumberSet, others: Parts): NumberSet {
  return setsOf(others).reduce((left, other) => less(left, other), set);
}
