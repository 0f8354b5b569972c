import type { HeldElsewhere } from '../../domain/absence.js';
import type { KeyFormat } from '../../domain/key-format.js';

/** How one table of a publisher's file looks. */
export interface TableLayout {
  readonly format: TableFormat;
  /** Columns that must be in the file; a missing one fails the run. */
  readonly columns: readonly string[];
  /** Columns read where present; their absence is no fault (older or newer layouts). */
  readonly optional?: readonly string[];
  /**
   * The formats of the columns that hold keys, those of `groupBy` included. A key that a spreadsheet spoilt is restored if only one can
   * be meant; any other text rejects the row.
   */
  readonly keys: Readonly<Record<string, KeyFormat>>;
  /** The written scope decision: columns that are known and not kept. `Name*` stands for all columns that start with `Name`. */
  readonly ignore?: readonly string[];
  /** Display name -> column, where lower-casing and underscoring it does not give the column. */
  readonly aliases?: Readonly<Record<string, string>>;
  /**
   * The column whose value gathers rows into one record, or several of which the first that the file has is
   * taken; omitted where one row is one record.
   */
  readonly groupBy?: string | readonly string[];
  /** A companion may be absent from a run; the main table may not. */
  readonly companion?: boolean;
  /** The fields of an entity that come from this companion alone. A load without it warns and answers say so. */
  readonly holds?: readonly HeldElsewhere[];
  /** The columns that alone carry a field of an entity. If a file has none of them, answers say so. */
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
      /** The encoding of files that are no UTF-8; without it such bytes are lost, and counted. */
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
       * The beginnings of the first and the last line, which are no rows; a file without the last was cut. `rows` returns
       * the number of rows that such a line declares; it throws if the line belongs to a file that is not supported.
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
