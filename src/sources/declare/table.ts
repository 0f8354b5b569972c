import type { HeldElsewhere } from '../../domain/absence.js';
import type { KeyFormat } from '../../domain/key-format.js';

/** How one table of a publisher's file looks. */
export interface TableLayout {
  readonly format: TableFormat;
  /** Columns that must be in the file; a missing one fails the run. */
  readonly columns: readonly string[];
  /** Optional columns, in older or newer layouts. */
  readonly optional?: readonly string[];
  /**
   * The formats of the columns that hold keys, those of `groupBy` included. A key that a spreadsheet spoilt is restored if only one can
   * be meant; any other text rejects the row.
   */
  readonly keys: Readonly<Record<string, KeyFormat>>;
  /** The written scope decision: columns that are known and not kept. `Name*` stands for all columns that start with `Name`. */
  readonly ignore?: readonly string[];
  /** Column -> the values of the rows that are read, '' for a blank; other rows are skipped. */
  readonly only?: Readonly<Record<string, ReadonlySet<string>>>;
  /** Display name -> column, where lower-casing and underscoring it does not give the column. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * The column whose value groups rows into one record, or several of which the first present one is used;
   * omitted if each row is a record.
   */
  readonly groupBy?: string | readonly string[];
  /** A companion may be absent from a run; the main table may not. */
  readonly companion?: boolean;
  /**
   * Entity fields that only this companion table contains. A load without it warns, and responses report it.
   */
  readonly holds?: readonly HeldElsewhere[];
  /** Columns that a field of an entity depends on. If a file has none of them, responses report it. */
  readonly carries?: Readonly<Partial<Record<HeldElsewhere, readonly string[]>>>;
}

export type Tables = Readonly<Record<string, TableLayout>>;

/** The columns of a table that `record()` may read. */
export type ColumnsOf<Layout extends TableLayout> =
  | Layout['columns'][number]
  | (Layout['optional'] extends readonly (infer Optional extends string)[] ? Optional : never);

export type TableFormat =
  /** Delimited with a header line, or NDJSON, or a JSON array of objects: the first bytes show which. */
  | {
      readonly kind: 'portal';
      /** The encoding of files that are not UTF-8; otherwise invalid bytes are lost and counted. */
      readonly fallback?: 'windows-1252';
    }
  | {
      readonly kind: 'delimited';
      readonly delimiter: string;
      readonly headerless?: boolean;
      /** Every value is quoted, and quotes within are not doubled: a value ends where a quote, the delimiter and a quote follow. */
      readonly everyQuoted?: boolean;
      /** For a headerless file that is not read whole: the fields of a row, and column -> position counted from 1. */
      readonly positions?: { readonly fields: number; readonly of: Readonly<Record<string, number>> };
      /**
       * Prefixes of the first and last lines, which are not rows; a file without the last is truncated.
       * `rows` returns the declared number of rows; it throws if the line belongs to an unsupported file.
       */
      readonly frame?: {
        readonly first: string;
        readonly last: string;
        readonly rows?: (line: string) => number | undefined;
      };
    }
  | {
      readonly kind: 'fixed';
      readonly length: number;
      readonly fields: FixedFields;
      readonly encoding: 'latin1';
    };

/** Column -> [first position counted from 1, length]. */
export type FixedFields = Readonly<Record<string, readonly [start: number, length: number]>>;
