import type { Row, Warn } from '../../../sources/declare.js';
import type { KnownEntity } from '../../row-cache/row-print.js';
import { longText, MAX_FIELD_LENGTH, RecordRefused } from '../field-limits.js';
import { type Cells, cleanCell } from './cells.js';
import type { TableSchema } from './table-schema.js';

/** The row lacks a value that its record cannot do without. */
export class RowRejected extends RecordRefused {
  override readonly name = 'RowRejected';
  constructor(
    readonly table: string,
    readonly column: string,
  ) {
    super(`A row of ${table} has no ${column}.`);
  }
}

/** The mark by which a row is known again. */
export interface RowTrace {
  readonly high: number;
  readonly low: number;
  /** The record that the last run made of the row; then it has no cells. */
  readonly known: KnownEntity | undefined;
}

/** A row of a file. Which columns were read is kept with the file's shape, not with each row. */
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
    return value !== undefined && value.length > MAX_FIELD_LENGTH ? this.#tooLong(column) : value;
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

  #tooLong(column: string): undefined {
    this.warn('long_field', longText(column, MAX_FIELD_LENGTH));
    return undefined;
  }

  unknown(column: string, value: string): void {
    this.warn('unknown_value', `${column}: ${value}`);
  }
}
