import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { dayNumber } from '../../domain/time/dates.js';
import type { Column, ColumnType } from './columns.js';
import type { PartFile } from './part-file.js';
import type { PartWriter } from './part-writer.js';
import { RowColumns } from './row-columns.js';

/** Rows kept in memory, because they are encoded by column. */
const ROW_GROUP = 25_000;

/** One Parquet file: an explicit schema, every column optional, Snappy. */
export class ParquetPart implements PartWriter {
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
