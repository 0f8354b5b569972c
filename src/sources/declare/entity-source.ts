import type { OfficerSource, RecordClass } from '../../contract/vocabulary.js';
import type { HeldElsewhere } from '../../domain/absence.js';
import type { DeclaredDraft, EntityDraft } from '../../domain/entity.js';
import type { KeyFormat } from '../../domain/key-format.js';
import type { Declared, Expectation, Publishes } from './declared.js';
import type { Portal } from './portal.js';
import type { Group, Row } from './row.js';
import type { TableFormat, TableLayout, Tables } from './table.js';

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
  /** Default: `snapshot`. Only complete snapshots mark records as gone. */
  readonly delivery?: 'snapshot' | 'increment';
  /** The kind of record that lists the officers; default: `state`. */
  readonly officerSource?: OfficerSource;
  /** Declared if the portal can be queried for single rows; never for bulk sources. */
  readonly portal?: Portal;
  readonly publishes: Publishes;
  /** Fields that the same publisher gives in a data set of its own: field -> id of the data set. */
  readonly heldBy?: Readonly<Partial<Record<HeldElsewhere, string>>>;
  readonly expect: Expectation;
  /**
   * Files come by state, and each marks gone what is missing in its state: it needs no `expect.min` records for it, only
   * four fifths of the stored ones.
   */
  readonly completeByState?: boolean;
  /** Lists only active entities, so the status of one that left the list is no longer `Active`. */
  readonly activeOnly?: boolean;
  readonly tables: Tables;
  /** The table that decides which records exist; companions without a row there are counted and dropped. */
  readonly main: string;
  readonly record: (group: Group) => EntityDraft | undefined;
}

type Declaring = Omit<EntityDeclaration, 'kind' | 'tables' | 'main' | 'record'> & Identity;

type OneTable<Column extends string> = Declaring & {
  readonly format?: TableFormat;
  readonly columns: readonly Column[];
  readonly optional?: readonly Column[];
  readonly keys: Readonly<Partial<Record<Column, KeyFormat>>>;
  readonly ignore?: readonly string[];
  readonly aliases?: Readonly<Record<string, Column>>;
  readonly carries?: TableLayout['carries'];
  readonly record: (row: Row<Column>) => DeclaredDraft | undefined;
};

/** A source whose file has one row per record. */
export function defineSource<const Column extends string>(source: OneTable<Column>): EntitySource {
  const { format, columns, optional, keys, ignore, aliases, carries, record, ...declared } = source;
  const table: TableLayout = {
    format: format ?? { kind: 'portal' },
    columns,
    keys: keys as TableLayout['keys'],
    ...(optional && { optional }),
    ...(ignore && { ignore }),
    ...(aliases && { aliases }),
    ...(carries && { carries }),
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
    readonly record: (group: Group<T>) => DeclaredDraft | undefined;
  },
): EntitySource {
  const { record, ...declared } = source;
  return { ...declared, kind: 'entities', record: (group) => record(group as unknown as Group<T>) };
}
