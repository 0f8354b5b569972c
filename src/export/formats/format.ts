import type { ExportFormat } from '../../contract/export.js';
import { formulaSafe } from '../../domain/formula-safe.js';
import type { Column } from './columns.js';
import { GzipPart, type RowsText } from './gzip-part.js';
import { ParquetPart } from './parquet-part.js';
import type { PartFile } from './part-file.js';
import type { PartWriter } from './part-writer.js';
import { RowColumns } from './row-columns.js';
import { RowMembers } from './row-members.js';

/** The choices that decide the bytes of a part. */
export interface Form {
  readonly format: ExportFormat;
  /** Fields of a row; null: all, unchanged. */
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

/**
 * RFC 4180, each part with the names of its columns. A list or map is JSON text in a cell; what a row does not have is an
 * empty cell. `safe`: an apostrophe before cells that a spreadsheet would take for a formula (OWASP, CSV injection).
 */
function csvText(columns: readonly Column[], safe: boolean): RowsText {
  const head = `${columns.map(({ name }) => cell(name)).join(',')}\r\n`;
  const cellOf = safe ? (text: string) => cell(formulaSafe(text)) : cell;
  const columnsOfRows = new RowColumns(columns);
  return (rows, isFirst) => {
    let text = isFirst ? head : '';
    const values = columnsOfRows.read(rows);
    for (let row = 0; row < rows.length; row++) {
      text += `${values.map((column) => cellOf(textOf(column[row]))).join(',')}\r\n`;
    }
    return text;
  };
}

function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One JSON object per line: the stored text, or the requested fields in order, if present. */
function ndjsonText(fields: readonly string[] | null): RowsText {
  if (fields === null) return (rows) => `${rows.join('\n')}\n`;
  const members = new RowMembers(fields);
  const heads = fields.map((field) => `${JSON.stringify(field)}:`);
  return (rows) => {
    let text = '';
    for (const row of rows) {
      members.read(row);
      let before = '{';
      for (const [at, head] of heads.entries()) {
        const json = members.jsonOf(at);
        if (json === undefined) continue;
        text += before + head + json;
        before = ',';
      }
      text += before === '{' ? '{}\n' : '}\n';
    }
    return text;
  };
}
