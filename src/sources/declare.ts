import type { JurisdictionLevel, OfficerSource, RecordClass } from '../contract/vocabulary.js';
import type { EntityDraft } from '../domain/entity.js';
import type { SecFact } from '../domain/sec.js';
import type { Dataset } from './declare/dataset.js';

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
  /** Records a value the source's tables do not know; kept with the run, counted, never guessed. */
  unknown(column: Column, value: string): void;
}

/** How one table of a publisher's file looks. */
export interface TableLayout {
  readonly format: TableFormat;
  /** Columns that must be in the file; a missing one fails the run. */
  readonly columns: readonly string[];
  /** Columns read where present; their absence is no fault (older or newer layouts). */
  readonly optional?: readonly string[];
  /** The written scope decision: columns that are known and not kept. */
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
}

export type Tables = Readonly<Record<string, TableLayout>>;

/** The columns of a table that `record()` may read. */
export type ColumnsOf<Layout extends TableLayout> =
  | Layout['columns'][number]
  | (Layout['optional'] extends readonly (infer Optional extends string)[] ? Optional : never);

/** All rows of one record: its rows of each table, in file order. A misspelt table or column does not compile. */
export interface Group<T extends Tables = Tables> {
  readonly key: string;
  /** The first row of the table, or undefined. */
  one<Name extends keyof T & string>(table: Name): Row<ColumnsOf<T[Name]>> | undefined;
  all<Name extends keyof T & string>(table: Name): readonly Row<ColumnsOf<T[Name]>>[];
}

export type TableFormat =
  /** Delimited with a header line, or NDJSON, or a JSON array of objects: told apart by the first bytes. */
  | {
      readonly kind: 'portal';
      /** What files are in that are no UTF-8; without it such bytes are lost, and counted. */
      readonly otherwise?: 'windows-1252';
    }
  | {
      readonly kind: 'delimited';
      readonly delimiter: string;
      readonly headerless?: boolean;
      /** Of a headerless file that is not read whole: the fields of a row, and column -> position counted from 1. */
      readonly positions?: { readonly fields: number; readonly of: Readonly<Record<string, number>> };
      /** What the first and the last line begin with, which are no rows; a file without the last was cut. */
      readonly frame?: { readonly first: string; readonly last: string };
    }
  | {
      readonly kind: 'fixed';
      readonly length: number;
      readonly fields: FixedFields;
      readonly encoding: 'latin1';
    };

/** Column -> [first position counted from 1, length]. */
export type FixedFields = Readonly<Record<string, readonly [start: number, length: number]>>;

/** Where a publisher's files are fetched from; a source without it is loaded with `--file` only. */
export type Fetch =
  | (FromHost & {
      readonly kind: 'urls';
      /**
       * `{MM/YYYY}` stands for the month of the newest edition of what comes out on a month's first Sunday, `{YYYY}`
       * for the newest year of what comes out by years, `{YYYY-1}` for the year before.
       */
      readonly urls: readonly string[];
    })
  | (FromHost & {
      /** Pages of JSON in order of time: `results`, the `count` of all, and the address of the `next` page. */
      readonly kind: 'pages';
      /** `{since}` stands for the day from which on rows are given. */
      readonly url: string;
      /** The members of a row that tell it and its time. */
      readonly members: { readonly id: string; readonly time: string };
      /** The operator's setting of where the publisher is found, instead of the address up to `base`. */
      readonly at?: { readonly of: 'lda'; readonly base: string };
    })
  | SftpFiles
  | { readonly kind: 'manual'; readonly how: string };

/** Files of a server that is logged in to over SSH; which and as whom is the operator's setting. */
export interface SftpFiles {
  readonly kind: 'sftp';
  readonly host: string;
  /** Path of the edition that holds everything. */
  readonly whole: string;
  /** A file a day of what changed, named `YYYYMMDD` and the ending. */
  readonly daily?: { readonly folder: string; readonly ending: string };
}

interface FromHost {
  readonly host: string;
  readonly perSecond: number;
  readonly key?: FetchKey;
}

/** The operator's own key at the publisher, and how it is sent: as a parameter, or as a header after a prefix. */
export interface FetchKey {
  readonly of: 'sam' | 'lda';
  readonly required: boolean;
  /** Requests a second that the publisher allows with the key, where that is more. */
  readonly perSecond?: number;
  readonly as: { readonly parameter: string } | { readonly header: string; readonly prefix: string };
}

/**
 * The portal's query service over the source's own tables: there one record is read at request time, and what
 * changed since the last run. Rows are mapped by the same `record()` as files.
 */
export type Portal = SocrataPortal | ArcgisPortal;

interface PortalTables {
  readonly host: string;
  /** The columns of the main table that hold the key of the id: that whose value is the key is the record's. */
  readonly key: readonly string[];
  /** Of a key that is built of several columns: what those of `key` may hold of it. */
  readonly keyHolds?: (key: string) => readonly string[];
  /** The columns of the main table that hold names, for searches. */
  readonly names: readonly string[];
  /** How long what was read is taken for current; by `every` where omitted: an hour if daily, else a day. */
  readonly freshMinutes?: number;
}

export interface SocrataPortal extends PortalTables {
  readonly kind: 'socrata';
  /** Table -> dataset id (`4ykn-tg5h`). Companions are found by their `groupBy`. */
  readonly tables: Readonly<Record<string, string>>;
  /** What says when a row changed, `:updated_at` where omitted; null: the table is always read whole. */
  readonly cursor?: string | null;
}

export interface ArcgisPortal extends PortalTables {
  readonly kind: 'arcgis';
  /** Table -> path of its layer (`/arcgis/rest/services/X/FeatureServer/0`). */
  readonly tables: Readonly<Record<string, string>>;
}

export interface Agency {
  readonly name: string;
  /** null for a city: the contract has no level for it, and then the agency is not shown either. */
  readonly level: JurisdictionLevel | null;
  readonly url: string;
}

/** What the publisher's records hold; drives the reasons in `meta.absent`. Omitted means held. */
export interface Publishes {
  readonly type?: boolean;
  readonly status?: boolean;
  readonly formedDate?: boolean;
  readonly registeredAgent?: boolean;
  readonly agentAddress?: boolean;
  readonly principalAddress?: boolean;
  readonly officers?: boolean;
  readonly filings?: boolean;
}

export interface Expectation {
  /** A complete file has at least this many records; fewer never marks anything gone. */
  readonly min: number;
  /** Share of records in which a field must be filled; below it the run fails. Checked on complete files. */
  readonly filled?: Readonly<Record<string, number>>;
}

export interface Declared {
  /** Equals the file's path: `us_co_business_entities` is `us/co/business-entities.ts`. */
  readonly id: string;
  readonly title: string;
  readonly agency: Agency;
  readonly licence: string;
  readonly every: 'day' | 'week' | 'month' | 'quarter';
  readonly fetch: Fetch;
  /** A layout that no real file has proven is said to be unverified, here and in GET /sources. */
  readonly layout: 'verified' | 'unverified';
  /** Shown in GET /sources: what the file leaves out. */
  readonly coverage?: string;
}

export type EntitySource = EntityDeclaration & Identity;

/**
 * `portal`: `<STATE>:<key>`, or `<STATE>:<tag>:<key>` where `tag` is set. `bulk`: UUIDv5 of (source id, key); the
 * state is null for federal publishers, whose records name their own.
 */
type Identity =
  | { readonly idScheme: 'portal'; readonly state: string }
  | { readonly idScheme: 'bulk'; readonly state: string | null };

interface EntityDeclaration extends Declared {
  readonly kind: 'entities';
  readonly recordClass: RecordClass;
  readonly tag?: string;
  /** `snapshot` where omitted: only a complete one marks anything gone. */
  readonly delivery?: 'snapshot' | 'increment';
  /** Which kind of record names the officers; `state` where omitted. */
  readonly officerSource?: OfficerSource;
  /** Declared where the portal can be asked for single rows; bulk sources have none. */
  readonly portal?: Portal;
  readonly publishes: Publishes;
  readonly expect: Expectation;
  readonly tables: Tables;
  /** The table that decides which records exist; companions without a row there are counted and dropped. */
  readonly main: string;
  readonly record: (group: Group) => EntityDraft | undefined;
}

/** Files that state SEC facts; their readers are their own, the engine is the same. */
export interface SecSource extends Declared {
  readonly kind: 'sec';
  readonly delivery: 'snapshot' | 'increment' | 'window';
  readonly expect: Expectation;
  readonly input: SecInput;
}

export type SecInput =
  /** JSON documents, one per file or zip member. `undefined`: not a document of this source. */
  | {
      readonly kind: 'documents';
      readonly facts: (name: string, document: unknown, warn: Warn) => Iterable<SecFact>;
    }
  /** Text lines; `open` reads the header and returns the line parser, so that one source reads several layouts. */
  | { readonly kind: 'lines'; readonly open: (name: string) => LineParser };

/** Takes the file's lines one by one; returns facts, or nothing for header lines; throws on a line it cannot read. */
export interface LineParser {
  line(text: string): SecFact | undefined;
  /** The span that a complete file vouches for (a quarter), or undefined. Valid after the last line. */
  scope(): { readonly from: string; readonly to: string } | undefined;
}

export type Warn = (code: string, detail: string) => void;

export type Source = EntitySource | SecSource;

type Declaring = Omit<EntityDeclaration, 'kind' | 'tables' | 'main' | 'record'> & Identity;

type OneTable<Column extends string> = Declaring & {
  readonly format?: TableFormat;
  readonly columns: readonly Column[];
  readonly optional?: readonly Column[];
  readonly ignore?: readonly string[];
  readonly aliases?: Readonly<Record<string, Column>>;
  readonly record: (row: Row<Column>) => EntityDraft | undefined;
};

/** A source whose file has one row per record. */
export function defineSource<const Column extends string>(source: OneTable<Column>): EntitySource {
  const { format, columns, optional, ignore, aliases, record, ...declared } = source;
  const table: TableLayout = {
    format: format ?? { kind: 'portal' },
    columns,
    ...(optional && { optional }),
    ...(ignore && { ignore }),
    ...(aliases && { aliases }),
  };
  return {
    ...declared,
    kind: 'entities',
    tables: { main: table },
    main: 'main',
    record: (group) => {
      const row = group.one('main');
      return row && record(row as unknown as Row<Column>);
    },
  };
}

/** A source whose record is spread over rows or tables; the engine gathers them by `groupBy`. */
export function defineGroupedSource<const T extends Tables>(
  source: Declaring & {
    readonly tables: T;
    readonly main: keyof T & string;
    readonly record: (group: Group<T>) => EntityDraft | undefined;
  },
): EntitySource {
  const { record, ...declared } = source;
  return { ...declared, kind: 'entities', record: (group) => record(group as unknown as Group<T>) };
}

export function defineSecSource(source: Omit<SecSource, 'kind'>): SecSource {
  return { ...source, kind: 'sec' };
}

export type Loadable = Source | Dataset;

export {
  type Dataset,
  type DatasetInput,
  type DocumentChoice,
  type DocumentList,
  defineDataset,
  defineDocumentDataset,
  type Tabular,
  type XmlElement,
} from './declare/dataset.js';
