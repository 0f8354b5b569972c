import type { Warn } from '../../../sources/declare/index.js';
import type { KnownRows } from './known-rows.js';

/** The context of a reader: its folder for temporary files, its progress callbacks, its limits. */
export interface ReadContext {
  /** The run's folder for rows waiting to be grouped; the engine deletes it. */
  readonly spillFolder: string;
  /** Number of bytes read from the input files on disk (compressed). */
  readonly onBytes: (bytes: number) => void;
  readonly onRows: (rows: number) => void;
  /** Called for each file that was read completely; if omitted, no digest is computed. */
  readonly onFile?: ((file: ReadFile) => void) | undefined;
  /** The positions of the run's files by path; `undefined` if the run has one only. */
  readonly filePlaces?: ReadonlyMap<string, number> | undefined;
  /** Stored with the run, counted by code and detail. */
  readonly warn: Warn;
  readonly limits: ReadLimits;
  /** Rows that need not be mapped again; `undefined` if all must be. */
  readonly known?: KnownRows | undefined;
  /** Waits until another thread has mapped the rows so far; then it is known which columns were used. */
  readonly settled?: () => Promise<unknown>;
}

/** A file that was read, as stored on disk. */
export interface ReadFile {
  readonly path: string;
  /** Without its folder. */
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** Hexadecimal, lower case. */
  readonly sha256: string;
}

export interface ReadLimits {
  /** Maximum length of a line, row or JSON member name; longer ones cause the file to be refused. */
  readonly maxLineBytes: number;
  /** Maximum size of a JSON document in a zip member or file. */
  readonly maxDocumentBytes: number;
  /** Maximum ratio of decompressed to compressed size; above it the archive counts as a bomb. */
  readonly maxExpansion: number;
}

export const READ_LIMITS: ReadLimits = {
  maxLineBytes: 16 * 1024 * 1024,
  maxDocumentBytes: 512 * 1024 * 1024,
  maxExpansion: 1_000,
};

/** A file that cannot be read completely in its format; the message is one sentence with the file's name. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** A document that cannot be parsed. A member of an archive is then a rejected row; the rest of the archive is read. */
export class BrokenDocument extends InputError {}
