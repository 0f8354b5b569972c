import type { Warn } from '../../../sources/declare/index.js';
import type { KnownRows } from './known-rows.js';

/** The context of a reader: its folder for temporary files, its progress callbacks, its limits. */
export interface ReadContext {
  /** A folder of the run's own, for rows waiting to be grouped; the engine removes it. */
  readonly spillFolder: string;
  /** Bytes taken from the input files as they lie on disk (compressed). */
  readonly onBytes: (bytes: number) => void;
  readonly onRows: (rows: number) => void;
  /** Called for each file when it is read completely; without it no digest is made. */
  readonly onFile?: ((file: ReadFile) => void) | undefined;
  /** The places of the run's files by their paths; undefined if it reads one only. */
  readonly filePlaces?: ReadonlyMap<string, number> | undefined;
  /** Kept with the run, counted by code and detail. */
  readonly warn: Warn;
  readonly limits: ReadLimits;
  /** Rows that need not be read again; undefined where every row is. */
  readonly known?: KnownRows | undefined;
  /**
   * Waits until the rows so far are mapped, if that happens in another thread; then the columns that were
   * read are known.
   */
  readonly settled?: () => Promise<unknown>;
}

/** A file that was read, as it lies on disk. */
export interface ReadFile {
  readonly path: string;
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

export interface ReadLimits {
  /** Longest line, row or JSON document member name read; beyond it the file is refused. */
  readonly maxLineBytes: number;
  /** Largest JSON document of a zip member or file. */
  readonly maxDocumentBytes: number;
  /** Decompressed size over compressed size beyond which an archive is taken for a bomb. */
  readonly maxExpansion: number;
}

export const READ_LIMITS: ReadLimits = {
  maxLineBytes: 16 * 1024 * 1024,
  maxDocumentBytes: 512 * 1024 * 1024,
  maxExpansion: 1_000,
};

/** A file that cannot be read to its end as what it claims to be; the message is one sentence with the file's name. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** A document that cannot be parsed. A member of an archive is then a rejected row; the rest of the archive is read. */
export class BrokenDocument extends InputError {}
