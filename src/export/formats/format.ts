import type { ExportFormat } from '../../contract/export.js';
import type { Column } from '../columns.js';
import { csvText } from './csv.js';
import { GzipPart } from './gzip-part.js';
import { ndjsonText } from './ndjson.js';
import { ParquetPart } from './parquet-part.js';
import type { PartFile } from './part-file.js';
import type { PartWriter } from './part-writer.js';

/** The choices that decide the bytes of a part. */
export interface Form {
  readonly format: ExportFormat;
  /** Members of a row; null: all, as they stand. */
  readonly fields: readonly string[] | null;
  readonly columns: readonly Column[];
  readonly csvSafe: boolean;
}

export const EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'ndjson.gz',
  csv: 'csv.gz',
  parquet: 'parquet',
};

export function newPart(file: PartFile, { format, fields, columns, csvSafe }: Form): PartWriter {
  switch (format) {
    case 'ndjson':
      return new GzipPart(file, ndjsonText(fields));
    case 'csv':
      return new GzipPart(file, csvText(columns, csvSafe));
    case 'parquet':
      return new ParquetPart(file, columns);
  }
}
