import type { Bitmap } from '../sets/bitmap/bitmap.js';

/**
 * The index answers: which documents have a name with all these words, in which rank, how many, and the page.
 * It knows words, names, documents and groups; what they stand for is its caller's business.
 *
 * - Documents are numbered 0..n-1 in rank order: the lower number is listed first.
 * - A *name* is a normalised text: words separated by one space. A hit is all words in ONE name, never words
 *   scattered over several names.
 * - A lexicon holds the names of one field (current names, former names, agents, tickers). A name belongs to
 *   documents directly, or to groups (filers) that own documents.
 * - Totals are counted over documents after folding, so a document with two matching names counts once.
 */
export interface IndexInput {
  /** Document -> an opaque 64-bit key by which the caller fetches it. */
  readonly documentKeys: BigUint64Array;
  readonly groups?: GroupsInput;
  readonly lexicons: readonly LexiconInput[];
  readonly facets: readonly FacetInput[];
  readonly columns: readonly ColumnInput[];
  readonly tables?: readonly TableInput[];
  /**
   * Facets whose values are kept by document as well, those of a group together: so they are counted fast. A facet stands in
   * one group at most.
   */
  readonly valueSets?: readonly (readonly string[])[];
}

/** Texts by which the caller knows a number of its own; of no meaning to searches. */
export interface TableInput {
  readonly name: string;
  /** As a `TextTableBuilder` gathers them. */
  readonly texts: { readonly tags: Uint16Array; readonly numbers: Uint32Array };
}

/** Group g owns `documents[offsets[g] .. offsets[g + 1])`, ascending. A document may belong to many groups. */
export interface GroupsInput {
  /** Group -> the caller's key (a CIK); ascending. */
  readonly keys: Float64Array;
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
}

export interface LexiconInput {
  readonly name: string;
  readonly owners: 'documents' | 'groups';
  /**
   * `words`: searchable by word, prefix and whole. `whole`: by the whole text only (tickers). `keys`: whole and by prefix;
   * texts of several fields, one blank between, the first of which may be misspelt.
   */
  readonly by: 'words' | 'whole' | 'keys';
  /** The entries begin with one of each document, in order: its own name, by which documents may be ranked. */
  readonly ownNames?: true;
  /** (normalised text, owner); the same pair may come twice. Asked more than once. `SharedTexts` are indexed faster. */
  readonly entries: () => Iterable<readonly [text: string, owner: number]>;
}

/** A document has any number of values of a facet. */
export interface FacetInput {
  readonly name: string;
  readonly values: ReadonlyMap<string, Bitmap>;
  /** Value -> how it is shown, of those that are shown otherwise. */
  readonly shown?: ReadonlyMap<string, string>;
}

/** A number per document for ranges (a day number); `NONE` where unknown. */
export interface ColumnInput {
  readonly name: string;
  readonly values: Int32Array;
}
export const NONE = -2_147_483_648;

/** How a tier matches. Tiers are tried in order; a document belongs to the first that matches it. */
export interface Tier {
  readonly how: 'exact' | 'prefix' | 'words';
  readonly lexicons: readonly string[];
  /** The text in the form in which the lexicons hold their names; unchanged if omitted. Null: nothing matches. */
  readonly form?: (text: string) => Sought | null;
  /** Bearers of the whole text: what is left of a text, or a text with a letter changed, is told by these to be a name. */
  readonly whole?: true;
}

export interface Sought {
  readonly text: string;
  /** Accepts or rejects a matching name; accepts all if omitted. Called for few names only. */
  readonly accepts?: (name: string) => boolean;
}

export interface IndexQuery {
  /** Normalised; null: no text, all documents that pass the filters, in rank order. */
  readonly text: string | null;
  readonly tiers: readonly Tier[];
  /** The last word is a prefix; the text is neither corrected nor shortened. */
  readonly isTyped?: boolean;
  /**
   * How a text that no name matches is read instead. `none`: not at all. `letter`: one letter of a whole name is wrong, which costs
   * the least to find. `careful`: as a person could have meant it (`isPlausible`), or without words that are commoner than a whole
   * name in the rest. `any`: whatever is nearest. Default: `any`.
   */
  readonly guess?: 'none' | 'letter' | 'careful' | 'any';
  /**
   * The rest of a text without additions that people write next to a name. Each is tried as a whole name before any guess.
   * If omitted, none is tried.
   */
  readonly asides?: (words: readonly string[]) => Iterable<readonly [from: number, to: number]>;
  /** The words that people abbreviate as this one, in the spelling of the lexicons; none where it is omitted. */
  readonly wordsFor?: (word: string) => readonly string[];
  /** Words of the lexicons and their abbreviations: a misspelt word may be one of these. */
  readonly abbreviations?: ReadonlyMap<string, readonly string[]>;
  /** Names that people mean more often: more letters of one may be wrong (`isPlausible`). */
  readonly prominent?: Tier;
  /** Further texts that a document must match in any of their tiers; they filter and do not rank. */
  readonly also?: readonly { readonly text: string; readonly tiers: readonly Tier[] }[];
  /** All must hold; within one filter any of the values. An unknown value matches nothing. */
  readonly filters: readonly FacetFilter[];
  readonly ranges: readonly RangeFilter[];
  /** Only documents of this group; an unknown key matches nothing. */
  readonly group?: number | undefined;
  /** `tiers`: by tier, then rank. `rank`: rank alone. */
  readonly order: 'tiers' | 'rank';
  /** Facets whose values are counted: how many documents have each. */
  readonly counted?: readonly CountedFacet[];
  readonly offset: number;
  readonly limit: number;
}

export interface FacetFilter {
  readonly facet: string;
  readonly values: readonly string[];
  /** Documents in this range pass as well. */
  readonly or?: RangeFilter;
}

/**
 * The documents that match the whole query but the filters and ranges of this facet: counted are the alternatives to these, too.
 * A document of several values counts for each.
 */
export interface CountedFacet {
  readonly facet: string;
  /** Documents in a range count for its value as well. */
  readonly or?: readonly { readonly value: string; readonly range: RangeFilter }[];
  /** In place of a facet of the index: the spans of a column are the values, made from the least and the greatest that it holds. */
  readonly spans?: {
    readonly column: string;
    readonly between: (min: number, max: number) => Span[];
    /** The documents of each span are counted by the values of this facet; a value is then both, as `pairOf` writes them. */
    readonly by?: string;
  };
}

/** A span and a value of a facet, as one value. */
export function pairOf(span: string, value: string): string {
  return `${span}\n${value}`;
}

/** Inclusive on both ends. */
export interface Span {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Inclusive on both ends; a document without a value never passes. */
export interface RangeFilter {
  /** The facet that it is a filter of. */
  readonly facet?: string;
  readonly column: string;
  readonly from: number | null;
  readonly to: number | null;
}

export interface IndexHit {
  readonly document: number;
  readonly key: bigint;
  /** Index into `tiers`; -1 where the query had no text. */
  readonly tier: number;
}

export interface IndexAnswer {
  /** Exact. */
  readonly total: number;
  readonly hits: readonly IndexHit[];
  /** The text after misspelt words were replaced, where that was needed to find anything; else null. */
  readonly corrected: string | null;
  /** Words of the text that were left out, in its order, where that was needed to find anything. */
  readonly removed: readonly string[];
  /** The text that was looked for at last; its last word may stand for all words that begin so. */
  readonly sought: { readonly text: string; readonly isLastPartial: boolean };
  /** The first tier in which the group's own names match, or undefined: shows which filer of a filing was meant. */
  readonly tierOfGroup: (key: number) => number | undefined;
  /** Facet -> value -> documents, exact; for each that was to be counted. Values of no document are left out. */
  readonly counts: FacetCounts;
}

export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;
