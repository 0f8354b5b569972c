import type { LexiconInput } from './types.js';

/**
 * The file: a prologue of 32 bytes, a JSON header, then the sections, each at a multiple of 32 bytes.
 *
 * Prologue, little endian: magic (8 bytes), format version (u32), header length (u32), CRC-32 of the header
 * (u32), CRC-32 of all after the header (u32), length of the file (f64). The header is padded with blanks.
 */
export const FORMAT_VERSION = 10;
export const MAGIC = Buffer.from('BITINDEX', 'latin1');
export const PROLOGUE_BYTES = 32;

/** The format of the bitmaps: that of this library's `roaring_bitmap_frozen_serialize`, which wrote them at first. See `frozen.ts`. */
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
  /** Sets of documents whose values are counted ready, in the order of their counts. */
  readonly countedSets: readonly SetPlace[];
  /** Their documents are counted in stretches of this number. */
  readonly countedStretch: number;
  /** Files of before there were any have none. */
  readonly tables?: readonly string[];
}

/** Facets whose values are kept document by document, as the number of their set. */
export interface ValueSetsAbout {
  readonly facets: readonly string[];
  /** So many sets have a number; documents of others are listed. */
  readonly common: number;
  /** The bits of such a number. With 8, all sets are common. */
  readonly bits: 8 | 16;
}

/** The place of a set of documents in the file: those of a value, or those that a lexicon keeps ready. */
export type StoredPlace =
  | { readonly facet: number; readonly value: number }
  | { readonly lexicon: number; readonly of: 'range' | 'words'; readonly number: number };

/** A set whose values are counted: `all` documents, one that is stored, or those in two others, which stand before it in the list. */
export type SetPlace = 'all' | StoredPlace | { readonly both: readonly [number, number] };

export interface LexiconAbout extends Pick<LexiconInput, 'name' | 'owners' | 'by'> {
  /** Sets of word numbers, each ascending and joined by commas, whose documents are kept ready. */
  readonly broadSets: readonly string[];
  /** A word of more names than this has a bitmap, else a list. */
  readonly listAtMost: number;
  /** Present where the documents' own names are kept in document order. */
  readonly ownNames?: true;
}

/** A file of changes to another: `index` holds a whole file of this format, `delta/...` how both go together. */
export interface DeltaAbout {
  /** The checksum of the file that it changes. */
  readonly changes: number;
  readonly lexicons: readonly string[];
}

export type ColumnAbout =
  | { readonly name: string; readonly kind: 'runs' }
  | { readonly name: string; readonly kind: 'slices'; readonly lowest: number; readonly highest: number };
