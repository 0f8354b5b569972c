import type { TSchema } from 'typebox';
import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { IndexQuery } from '../../search/format/types.js';
import type { FeedState, Store } from '../../store/store.js';

/** The data from which rows are read. */
export interface ExportData extends Pick<Store, 'catalog' | 'links'> {
  /** Milliseconds since 1970: a status that ends with a day is that of this moment. */
  readonly asOf: number;
}

/** Rows as JSON texts of the kind's schema, and the ids of their sources. */
export interface Rows {
  readonly texts: readonly string[];
  readonly sources: ReadonlySet<string>;
}

interface AnyKind<Filter> {
  /** Parameter -> its schema. */
  readonly filters: Readonly<Record<string, TSchema>>;
  /** Pure; throws 400 with every fault. */
  readonly readFilter: (sent: object) => Filter;
  /** The filter narrowed to the records with these ids; for kinds whose rows are scanned. */
  readonly within?: (filter: Filter, ids: readonly string[]) => Filter;
}

/** Rows come from the search index: selected when the export is planned, then read by key. */
export interface IndexedKind<Filter = unknown> extends AnyKind<Filter> {
  readonly by: 'index';
  readonly index: 'entities' | 'filings';
  /** The selected documents; `offset`, `limit` and `order` are ignored. `asOf`: ms since 1970. */
  readonly query: (filter: Filter, asOf: number) => IndexQuery;
  /** The rows of the keys, in their order; they come ascending. A row has at least the fields of the order. */
  readonly read: (
    keys: BigUint64Array,
    filter: Filter,
    data: ExportData,
    order: { readonly fields: readonly string[] | null; readonly include: readonly IncludeToken[] },
  ) => Promise<Rows>;
}

/** Its rows are counted and read in the order of a table. */
export interface ScannedKind<Filter = unknown> extends AnyKind<Filter> {
  readonly by: 'scan';
  /**
   * The position before the first row; null: the table's. `feed`: as in the manifest. Throws
   * `ChangesExpiredError` if requested rows were deleted.
   */
  readonly begin: (filter: Filter, feed: FeedState) => string | null;
  /** The number of rows after the first place. */
  readonly count: (filter: Filter, begin: string | null, data: ExportData) => Promise<number>;
  /** At most `max` rows after the place that the previous page returned; no rows: the end. */
  readonly read: (
    after: string | null,
    max: number,
    filter: Filter,
    data: ExportData,
  ) => Promise<Rows & { readonly place: string | null }>;
}

export type ExportKind<Filter = unknown> = IndexedKind<Filter> | ScannedKind<Filter>;

/** Keeps each filter's type within its own kind. */
export function defineKind<Filter>(kind: ExportKind<Filter>): ExportKind {
  return kind as unknown as ExportKind;
}
