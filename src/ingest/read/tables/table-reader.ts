import type { TableSchema } from '../support/table-schema.js';
import type { FileRow } from './row.js';

/** Parses rows of one file from its bytes. */
export interface TableReader {
  /** The file's columns; for a JSON file, only known after its first row. */
  readonly shape: TableSchema | undefined;
  push(chunk: Buffer): FileRow[];
  /** Throws InputError if the file was truncated. */
  end(): FileRow[];
}
