import type { IndexManifest } from '../indexing/files/files.js';

/** A version of the data, as the register stores it. */
export interface Publication {
  readonly version: number;
  /** Unique, even among publications that were never registered. */
  readonly id: string;
  /** The previous version; null for the first. */
  readonly parent: { readonly version: number; readonly id: string } | null;
  /** Pages that turn the parent's files into these, or whole files. */
  readonly files: Readonly<Record<DataFile, Pack>>;
  /** Roots of the hash trees of these files; missing in versions of earlier releases. */
  readonly roots?: Readonly<Record<DataFile, string>>;
  /** The content of `current.json`. */
  readonly index: Omit<IndexManifest, 'previous'>;
  readonly indexFiles: readonly IndexFile[];
  readonly contentVersion: number;
  readonly schema: Readonly<Record<DataFile, number>>;
}

export const DATA_FILES = ['catalog', 'links'] as const;
export type DataFile = (typeof DATA_FILES)[number];

/** Pages of one file, in parts that are separate objects. */
export interface Pack {
  readonly pageBytes: number;
  /** Size of the file after the pages were written. */
  readonly fileBytes: number;
  readonly pages: number;
  readonly parts: readonly Part[];
}

export interface Part {
  readonly name: string;
  /** The SHA-256 of the object, hexadecimal. */
  readonly sha256: string;
  /** Size of the object. */
  readonly bytes: number;
}

export interface IndexFile {
  readonly name: string;
  /** The SHA-256 of the whole file. */
  readonly sha256: string;
  readonly bytes: number;
  readonly parts: readonly Part[];
}

/** Returns true if the pack is a whole file. */
export function isBase({ pageBytes, fileBytes, pages }: Pack): boolean {
  return pages * pageBytes === fileBytes;
}

/** Returns all objects that the version itself names. */
export function partsOf({ files, indexFiles }: Publication): readonly Part[] {
  return [...DATA_FILES.map((file) => files[file]), ...indexFiles].flatMap(({ parts }) => parts);
}

export function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the name of the file in a data folder. */
export function fileNameOf(file: DataFile): string {
  return `${file}.db`;
}
