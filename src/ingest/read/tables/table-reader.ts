import type { TableSchema } from '../support/table-schema.js';
import type { FileRow } from './row.js';

/** Rows of one file from its bytes. */
export interface TableReader {
  /** The file's columns; of a JSON file only known once it has given a row. */
  readonly shape: TableSchema | undefined;
  push(chunk: Buffer): FileRow[];
  /** Throws InputError where the file was cut. */
  end(): FileRow[];
}
