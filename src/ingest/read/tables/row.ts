import { type KeyFormat, readKey } from '../../../domain/key-format.js';
import type { Row, Warn } from '../../../sources/declare/index.js';
import type { KnownEntity } from '../../row-cache/row-print.js';
import { type Cells, cleanCell } from '../support/cells.js';
import { longText, MAX_FIELD_LENGTH, RecordRefused } from '../support/field-limits.js';
import type { TableSchema } from '../support/table-schema.js';

/** The row lacks a required value, or has a key that is not in its publisher's format. */
export class RowRejected extends RecordRefused {
  override readonly name = 'RowRejected';
  constructor(
    readonly table: string,
    readonly column: string,
    why = `A row of ${table} has no ${column}.`,
  ) {
    super(why);
  }
}

/** Identifies a row in the next run. */
export interface RowTrace {
  readonly high: number;
  readonly low: number;
  /** The record that the last run mapped from the row, which then has no cells. */
  readonly known: KnownEntity | undefined;
}

/** A row of a file. The columns used are stored with the file's shape, not with each row. */
export class FileRow implements Row {
  constructor(
    readonly shape: TableSchema,
    readonly cells: Cells,
    private readonly warn: Warn,
    readonly trace?: RowTrace | undefined,
  ) {}

  take(column: string): string | undefined {
    const place = this.shape.use(column);
    const value = place === undefined ? undefined : cleanCell(this.cells[place]);
    if (value === undefined || place === undefined) return undefined;
    if (value.length > MAX_FIELD_LENGTH) return this.#tooLong(column);
    const format = this.shape.keys[place];
    return format === undefined ? value : this.#key(column, place, value, format);
  }

  need(column: string): string {
    const value = this.take(column);
    if (value === undefined) throw new RowRejected(this.shape.table, column);
    return value;
  }

  raw(column: string): string {
    const place = this.shape.use(column);
    return place === undefined ? '' : (this.cells[place] ?? '');
  }

  /** A restored key is stored in the row, and reported once. */
  #key(column: string, place: number, value: string, format: KeyFormat): string | undefined {
    if (format.blank?.test(value)) return undefined;
    const read = readKey(format, value);
    if (read === undefined) {
      const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
      throw new RowRejected(this.shape.table, column, `${column} is not ${format.what}: ${shown}`);
    }
    if (read.isRestored) {
      this.warn('key_restored', `${column}: read as ${format.what}`);
      (this.cells as (string | null | undefined)[])[place] = read.key;
    }
    return read.key;
  }

  #tooLong(column: string): undefined {
    this.warn('long_field', longText(column, MAX_FIELD_LENGTH));
    return undefined;
  }

  report(code: string, detail: string): void {
    this.warn(code, detail);
  }

  unknown(column: string, value: string): void {
    this.warn('unknown_value', `${column}: ${value}`);
  }
}

/** Maximum number of characters of a value in a message. */
const MAX_SHOWN = 40;
