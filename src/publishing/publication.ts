import type { IndexManifest } from '../indexing/files/files.js';

/** A version of the data, as the register holds it. */
export interface Publication {
  readonly version: number;
  /** Unlike all others that were made, also those that never came into the register. */
  readonly id: string;
  /** The version before it; null for the first. */
  readonly parent: { readonly version: number; readonly id: string } | null;
  /** Pages that make these files of the parent's, or a whole file. */
  readonly files: Readonly<Record<DataFile, Pack>>;
  /** Roots of the hash trees of these files; versions of earlier releases have none. */
  readonly roots?: Readonly<Record<DataFile, string>>;
  /** The content of `current.json`. */
  readonly index: Omit<IndexManifest, 'previous'>;
  readonly indexFiles: readonly IndexFile[];
  readonly contentVersion: number;
  readonly schema: Readonly<Record<DataFile, number>>;
}

export const DATA_FILES = ['catalog', 'links'] as const;
export type DataFile = (typeof DATA_FILES)[number];

/** Pages of one file, in parts that are objects of their own. */
export interface Pack {
  readonly pageBytes: number;
  /** How long the file is once they are in it. */
  readonly fileBytes: number;
  readonly pages: number;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly name: string;
  /** The SHA-256 of the object in hexadecimal digits. */
  readonly sha256: string;
  /** Length of the object. */
  readonly bytes: number;
}

export interface IndexFile {
  readonly name: string;
  /** The SHA-256 of the whole file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly parts: readonly Part[];
}

/** Whether it makes a file without one before it. */
export function isBase({ pageBytes, fileBytes, pages }: Pack): boolean {
  return pages * pageBytes === fileBytes;
}

/** All objects that the version itself names. */
export function partsOf({ files, indexFiles }: Publication): readonly Part[] {
  return [...DATA_FILES.map((file) => files[file]), ...indexFiles].flatMap(({ parts }) => parts);
}

export function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The name of a file in a data folder. */
export function fileNameOf(file: DataFile): string {
  return `${file}.db`;
}
