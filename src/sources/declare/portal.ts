/**
 * The portal's query service over the source's own tables: there one record is read at request time, and what
 * changed since the last run. Rows are mapped by the same `record()` as files.
 */
export type Portal = SocrataPortal | ArcgisPortal;

interface PortalTables {
  readonly host: string;
  /** The columns of the main table that hold the key of the id: that whose value is the key is the record's. */
  readonly key: readonly string[];
  /** For a key that is built of several columns: the values that those of `key` may hold of it. */
  readonly keyHolds?: (key: string) => readonly string[];
  /** The columns of the main table that hold names, for searches. */
  readonly names: readonly string[];
  /** Time for which a read counts as current. Default by `every`: an hour if daily, otherwise a day. */
  readonly freshMinutes?: number;
}

export interface SocrataPortal extends PortalTables {
  readonly kind: 'socrata';
  /** Table -> dataset id (`4ykn-tg5h`). Companions are found by their `groupBy`. */
  readonly tables: Readonly<Record<string, string>>;
  /**
   * The column with a row's change time. Default: `:updated_at`. Null: the table is always read completely.
   */
  readonly cursor?: string | null;
}

interface ArcgisPortal extends PortalTables {
  readonly kind: 'arcgis';
  /** Table -> path of its layer (`/arcgis/rest/services/X/FeatureServer/0`). */
  readonly tables: Readonly<Record<string, string>>;
}
