import type { Bitmap } from '../sets/bitmap/bitmap.js';

/**
 * The input of an index. The index answers which documents have a name with all the query words, in which rank, how many they
 * are, and one page of them. It only knows words, names, documents and groups; their meaning is up to the caller.
 * - Documents are numbered 0..n-1 in rank order: the lower number is listed first.
 * - A *name* is a normalised text: words separated by one space. A hit contains all words in ONE name, never scattered over
 *   several names.
 * - A lexicon contains the names of one field (current names, former names, agents, tickers). A name belongs to documents
 *   directly, or to groups (filers) that own documents.
 * - Totals count documents, so a document with two matching names counts once.
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
   * Facets whose values are also stored by document, each group together, which makes counting fast. A facet may be in at most
   * one group.
   */
  readonly valueSets?: readonly (readonly string[])[];
}

/** Texts that map to numbers of the caller; searches do not use them. */
export interface TableInput {
  readonly name: string;
  /** As collected by a `TextTableBuilder`. */
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
   * `words`: matched by word, prefix and whole text. `whole`: by the whole text only (tickers). `keys`: by whole text and
   * prefix; each text is several fields separated by one space, the first of which may be misspelt.
   */
  readonly by: 'words' | 'whole' | 'keys';
  /** If true, the entries start with one per document, in order: its own name, by which documents may be ranked. */
  readonly ownNames?: true;
  /** Pairs of normalised text and owner; duplicates are allowed. Called more than once. `SharedTexts` are indexed faster. */
  readonly entries: () => Iterable<readonly [text: string, owner: number]>;
}

/** A document may have any number of values of a facet. */
export interface FacetInput {
  readonly name: string;
  readonly values: ReadonlyMap<string, Bitmap>;
  /** Value -> display text, only for values that are displayed differently. */
  readonly shown?: ReadonlyMap<string, string>;
}

/** A number per document for ranges (a day number); `NONE` if unknown. */
export interface ColumnInput {
  readonly name: string;
  readonly values: Int32Array;
}
export const NONE = -2_147_483_648;

/** How a tier matches. Tiers are tried in order; a document belongs to the first that matches it. */
export interface Tier {
  readonly how: 'exact' | 'prefix' | 'words';
  readonly lexicons: readonly string[];
  /** Returns the text in the form of the names of the lexicons; null if nothing can match. Default: unchanged. */
  readonly form?: (text: string) => Sought | null;
  /** If true, the tier matches whole names: a shortened text, or one with a changed letter, must be a whole name here. */
  readonly whole?: true;
}

export interface Sought {
  readonly text: string;
  /** A prefix of the text. Tiers of one lexicon with the same root look it up once; if no name has it, none of them matches. */
  readonly root?: string;
  /** Accepts or rejects a matching name. Default: accepts all. Called for few names only. */
  readonly accepts?: (name: string) => boolean;
}

export interface IndexQuery {
  /** Normalised. Null: no text; all documents that pass the filters, in rank order. */
  readonly text: string | null;
  readonly tiers: readonly Tier[];
  /** If true, the last word is a prefix, and the text is neither corrected nor shortened. */
  readonly isTyped?: boolean;
  /**
   * How a text that matches no name is reinterpreted. `none`: not at all. `letter`: a whole name with one wrong letter, the
   * cheapest to find. `careful`: as a person could have meant it (`isPlausible`), or without words that are more common than a
   * whole name of the remaining words. `any`: whatever is nearest. Default: `any`.
   */
  readonly guess?: 'none' | 'letter' | 'careful' | 'any';
  /**
   * Yields the ranges of words that remain without additions that people write next to a name. Each is tried as a whole name
   * before any correction. Default: none.
   */
  readonly asides?: (words: readonly string[]) => Iterable<readonly [from: number, to: number]>;
  /** Returns the words that people abbreviate as this one, in the spelling of the lexicons. Default: none. */
  readonly wordsFor?: (word: string) => readonly string[];
  /** Words of the lexicons and their abbreviations: a misspelt word may be one of these. */
  readonly abbreviations?: ReadonlyMap<string, readonly string[]>;
  /** Matches prominent names, which people mean more often: more of their letters may be wrong (`isPlausible`). */
  readonly prominent?: Tier;
  /** Further texts that a document must match in any of their tiers; they filter and do not rank. */
  readonly also?: readonly { readonly text: string; readonly tiers: readonly Tier[] }[];
  /** Combined with AND; the values of one filter with OR. An unknown value matches nothing. */
  readonly filters: readonly FacetFilter[];
  readonly ranges: readonly RangeFilter[];
  /** Only documents of this group; an unknown key matches nothing. */
  readonly group?: number | undefined;
  /** `tiers`: by tier, then rank. `rank`: by rank alone. */
  readonly order: 'tiers' | 'rank';
  /** Facets whose documents are counted per value. */
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
 * Counts the documents that match the query without the filters and ranges of this facet, so that alternatives to these are
 * counted too. A document with several values counts for each.
 */
export interface CountedFacet {
  readonly facet: string;
  /** Documents in a range count for its value as well. */
  readonly or?: readonly { readonly value: string; readonly range: RangeFilter }[];
  /**
   * Counts by spans of a column instead of by values. `between` receives the lowest and highest value of the column and returns
   * the spans.
   */
  readonly spans?: {
    readonly column: string;
    readonly between: (min: number, max: number) => Span[];
    /** Counts the documents of each span by the values of this facet; keys are as `pairOf` writes them. */
    readonly by?: string;
  };
}

/** Returns a span and a facet value as one key. */
export function pairOf(span: string, value: string): string {
  return `${span}\n${value}`;
}

/** Inclusive on both ends. */
export interface Span {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Inclusive on both ends; documents without a value never match. */
export interface RangeFilter {
  /** The facet that this range filters. */
  readonly facet?: string;
  readonly column: string;
  readonly from: number | null;
  readonly to: number | null;
}

export interface IndexHit {
  readonly document: number;
  readonly key: bigint;
  /** Index into `tiers`; -1 if the query had no text. */
  readonly tier: number;
}

export interface IndexAnswer {
  /** Exact. */
  readonly total: number;
  readonly hits: readonly IndexHit[];
  /** The text after misspelt words were replaced, if nothing matched otherwise; else null. */
  readonly corrected: string | null;
  /** The words that were left out, in text order, if nothing matched otherwise. */
  readonly removed: readonly string[];
  /** The text that was searched last. `isLastPartial`: its last word is a prefix. */
  readonly sought: { readonly text: string; readonly isLastPartial: boolean };
  /** Returns the first tier in which a name of the group matches, or `undefined`. Shows which filer of a filing matched. */
  readonly tierOfGroup: (key: number) => number | undefined;
  /** Facet -> value -> documents, exact, for each counted facet. Values without documents are omitted. */
  readonly counts: FacetCounts;
}

export type FacetCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;
