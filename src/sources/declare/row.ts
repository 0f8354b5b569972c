import type { ColumnsOf, Tables } from './table.js';

/**
 * One row of a publisher's table. Values are trimmed and NFC; blank is `undefined`. Reading a column marks it
 * as used: at the end of the run a column with values that nothing read and `ignore` does not name is a warning.
 */
export interface Row<Column extends string = string> {
  /** The value, or undefined where blank. */
  take(column: Column): string | undefined;
  /** The value; a blank one rejects the row. */
  need(column: Column): string;
  /** The untouched value, spaces kept: for positional names in fixed-width files. */
  raw(column: Column): string;
  /** Reports a fault of a value, counted by code and detail. */
  report(code: string, detail: string): void;
  /** Reports a value that the source's tables do not contain; stored with the run, counted, never guessed. */
  unknown(column: Column, value: string): void;
}

/** All rows of one record: its rows of each table, in file order. A misspelt table or column does not compile. */
export interface Group<T extends Tables = Tables> {
  readonly key: string;
  /** The first row of the table, or undefined. */
  one<Name extends keyof T & string>(table: Name): Row<ColumnsOf<T[Name]>> | undefined;
  all<Name extends keyof T & string>(table: Name): readonly Row<ColumnsOf<T[Name]>>[];
}
