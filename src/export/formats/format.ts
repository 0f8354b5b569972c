import { constants, gzipSync } from 'node:zlib';
import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ExportFormat } from '../../contract/export.js';
import { formulaSafe } from '../../domain/formula-safe.js';
import { dayNumber } from '../../domain/time/dates.js';
import type { Column, ColumnType } from './columns.js';
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

/** The fastest: of text like this a higher level takes two to four times as long for a tenth less. */
const LEVEL = constants.Z_BEST_SPEED;

/** Text of some rows; the first in a part may start with a header. */
type RowsText = (rows: readonly string[], isFirst: boolean) => string;

/**
 * Text in gzip members, one per page of rows: readers may start at any, and together they are one gzip file.
 */
class GzipPart implements PartWriter {
  readonly #file: PartFile;
  readonly #textOf: RowsText;
  readonly isWhole = true;

  constructor(file: PartFile, textOf: RowsText) {
    this.#file = file;
    this.#textOf = textOf;
  }

  write(rows: readonly string[]): void {
    this.#file.append(gzipSync(this.#textOf(rows, this.#file.bytes === 0), { level: LEVEL }));
  }

  finish(): void {
    // Every member is in the file already.
  }
}

/** Rows kept in memory, because they are encoded by column. */
const ROW_GROUP = 25_000;

/** One Parquet file: an explicit schema, every column optional, Snappy. */
class ParquetPart implements PartWriter {
  readonly #file: PartFile;
  readonly #columns: readonly Column[];
  readonly #values: RowColumns;
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #group: unknown[][];

  constructor(file: PartFile, columns: readonly Column[]) {
    this.#file = file;
    this.#columns = columns;
    this.#values = new RowColumns(columns);
    this.#group = columns.map(() => []);
    const root = { name: 'schema', num_children: columns.length };
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [root, ...columns.map(elementOf)],
      createdBy: 'dossier',
    });
    this.#append();
  }

  get isWhole(): boolean {
    return this.#group[0]?.length === 0;
  }

  write(rows: readonly string[]): void {
    for (const [at, values] of this.#values.read(rows).entries()) {
      const group = this.#group[at] as unknown[];
      const convert = CONVERT[(this.#columns[at] as Column).type];
      for (const value of values) group.push(value === null || !convert ? value : convert(value));
    }
    if ((this.#group[0]?.length ?? 0) >= ROW_GROUP) this.#writeGroup();
  }

  finish(): void {
    if (!this.isWhole) this.#writeGroup();
    void this.#writer.finish();
    this.#append();
  }

  #writeGroup(): void {
    const columnData = this.#columns.map(({ name }, at) => ({ name, data: this.#group[at] as unknown[] }));
    void this.#writer.write({ columnData, rowGroupSize: columnData[0]?.data.length ?? ROW_GROUP });
    this.#group = this.#columns.map(() => []);
    this.#append();
  }

  /** The bytes encoded so far go to the file; the writer counts its offsets itself. */
  #append(): void {
    this.#file.append(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

const TYPES: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  json: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
  date: { type: 'INT32', converted_type: 'DATE' },
  instant: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

const CONVERT: Readonly<Partial<Record<ColumnType, (value: unknown) => unknown>>> = {
  integer: (value) => BigInt(value as number),
  date: (value) => dayNumber(value as string),
  instant: (value) => Date.parse(value as string),
};

function elementOf({ name, type }: Column): SchemaElement {
  return { name, repetition_type: 'OPTIONAL', ...TYPES[type] };
}
