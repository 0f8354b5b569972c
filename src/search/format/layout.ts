import type { LexiconInput } from './types.js';

/**
 * The file: a prologue of 32 bytes, a JSON header, then the sections, each at a multiple of 32 bytes.
 * Prologue, little endian: magic (8 bytes), format version (u32), header length (u32), CRC-32 of the header (u32), CRC-32 of
 * everything after the header (u32), length of the file (f64). The header is padded with spaces.
 */
export const FORMAT_VERSION = 10;
export const MAGIC = Buffer.from('BITINDEX', 'latin1');
export const PROLOGUE_BYTES = 32;

/**
 * The bitmap format: that of `roaring_bitmap_frozen_serialize` in this library, which wrote the first files. See `frozen.ts`.
 */
export const BITMAP_VERSION = 'CRoaring 4.5.0';

export interface Header<About> {
  readonly bitmaps: string;
  readonly about: About;
  /** Name -> offset from the end of the header and length, in bytes. */
  readonly sections: Readonly<Record<string, readonly [offset: number, length: number]>>;
}

export interface IndexAbout {
  readonly documentCount: number;
  readonly hasGroups: boolean;
  readonly lexicons: readonly LexiconAbout[];
  readonly facets: readonly string[];
  readonly columns: readonly ColumnAbout[];
  readonly valueSets: readonly ValueSetsAbout[];
  /** Sets of documents whose values were counted when the index was built, in the order of their counts. */
  readonly countedSets: readonly SetPlace[];
  /** The number of documents per slice of the counts. */
  readonly countedStretch: number;
  /** Missing in files from before tables existed. */
  readonly tables?: readonly string[];
}

/** Facets whose values are stored by document, as the number of their combination. */
export interface ValueSetsAbout {
  readonly facets: readonly string[];
  /** The number of sets with a number; documents of other sets are listed. */
  readonly common: number;
  /** Bits per number. With 8, all sets are common. */
  readonly bits: 8 | 16;
}

/** The place of a set of documents in the file: those of a facet value, or those that a lexicon materialises. */
export type StoredPlace =
  | { readonly facet: number; readonly value: number }
  | { readonly lexicon: number; readonly of: 'range' | 'words'; readonly number: number };

/** A set whose values are counted: `all` documents, a stored set, or the intersection of two earlier sets of the list. */
export type SetPlace = 'all' | StoredPlace | { readonly both: readonly [number, number] };

export interface LexiconAbout extends Pick<LexiconInput, 'name' | 'owners' | 'by'> {
  /** Sets of word numbers, each ascending and joined by commas, whose documents are materialised. */
  readonly broadSets: readonly string[];
  /** Words in more names than this have a bitmap, others a list. */
  readonly listAtMost: number;
  /** Present if the documents' own names are stored in document order. */
  readonly ownNames?: true;
}

/** A file of changes to another file: `index` contains a complete file of this format, `delta/...` how to combine the two. */
export interface DeltaAbout {
  /** The checksum of the file that it changes. */
  readonly changes: number;
  readonly lexicons: readonly string[];
}

export type ColumnAbout =
  | { readonly name: string; readonly kind: 'runs' }
  | { readonly name: string; readonly kind: 'slices'; readonly lowest: number; readonly highest: number };
