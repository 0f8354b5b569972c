import type { EntityRow } from '../../domain/entity.js';
import type { EntitySource, Group, Portal } from '../../sources/declare/index.js';
import { EntityMapper } from '../map/entity-mapper.js';
import { type FileRow, groupKeyOf, keyColumns, RowGroup, rowsOfObjects } from '../read/index.js';
import { WarningTally } from '../report/warnings.js';
import { PortalFault } from './fault.js';
import type { PortalClient } from './portal-client.js';
import type { JsonRow, PortalQuery } from './query.js';

/**
 * Max. rows requested per table for the records of one query. If as many are returned, some may be missing,
 * so they are rejected. Rows are mapped on the serving thread; more would delay other requests.
 */
export const MAX_ROWS = 2_000;

/** A source that declares its portal. */
export type PortalSource = EntitySource & { readonly portal: Portal };

export function hasPortal(source: EntitySource): source is PortalSource {
  return source.portal !== undefined;
}

interface FoundRecords {
  readonly records: readonly EntityRow[];
  /** As many main rows were returned as requested, so there may be more. */
  readonly isCut: boolean;
}

/** The key in an id of the source; `undefined` if the id is not from it. */
export function keyIn(id: string, { state, tag }: Pick<EntitySource, 'state' | 'tag'>): string | undefined {
  const prefix = tag === undefined ? `${state}:` : `${state}:${tag}:`;
  return id.startsWith(prefix) ? id.slice(prefix.length) : undefined;
}

/**
 * Returns the records whose main rows match the query, with all their rows of all the portal's tables, mapped
 * by the source's `record()`. Omits records that it skips or that lack required fields, and those that cannot
 * be requested by key, because every result must resolve by its id. Throws PortalFault.
 */
export async function readRecords(
  source: PortalSource,
  query: PortalQuery,
  client: PortalClient,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const ask = async (table: string, about: PortalQuery) =>
    toRows(source, table, await client.rows(source.portal, table, about, signal));
  const found = await ask(source.main, query);
  const groups = isGrouped(source) ? await gather(source, found, query, ask) : found.map(alone);
  const askable = new Set(found.flatMap((row) => source.portal.key.map((column) => row.take(column))));
  const records = toRecords(source, groups).filter(
    ({ id }) => !id.includes(':') || valuesOf(id, source).some((value) => askable.has(value)),
  );
  return { records: firstOfEach(records), isCut: found.length >= query.limit };
}

/** The values that the portal's key columns may have in a row with the id. */
export function valuesOf(id: string, source: PortalSource): readonly string[] {
  const key = keyIn(id, source);
  if (key === undefined) return [];
  return source.portal.keyHolds?.(key) ?? [key];
}

/** Some publishers have several rows of one record that map to the same result. */
function firstOfEach(records: readonly EntityRow[]): EntityRow[] {
  return [...new Map(records.toReversed().map((record) => [record.id, record])).values()].toReversed();
}

function toRecords(source: PortalSource, groups: readonly Group[]): EntityRow[] {
  try {
    return new EntityMapper(source, new WarningTally()).map(groups);
  } catch (cause) {
    const { host } = source.portal;
    throw new PortalFault(host, 'refused', 'returned rows that cannot be read', null, { cause });
  }
}

type Ask = (table: string, about: PortalQuery) => Promise<readonly FileRow[]>;

function isGrouped({ tables }: EntitySource): boolean {
  return Object.values(tables).some((layout) => layout.groupBy !== undefined);
}

function alone(row: FileRow, index: number): Group {
  return new RowGroup(`row ${index + 1}`, [row]);
}

/** A query by key returns all main rows of a record, one by words perhaps only some: then they are read again by key. */
async function gather(
  source: PortalSource,
  found: readonly FileRow[],
  query: PortalQuery,
  ask: Ask,
): Promise<Group[]> {
  const keys = [...new Set(found.flatMap((row) => groupKeyOf(source, row) ?? []))];
  if (keys.length === 0) return [];
  const again = query.kind === 'words' ? [source.main] : [];
  const companions = Object.keys(source.portal.tables).filter((table) => table !== source.main);
  const read = await Promise.all(
    [...again, ...companions].map((table) =>
      ask(table, {
        kind: 'oneOf',
        columns: joinColumn(source, table, found),
        values: keys,
        limit: MAX_ROWS,
      }),
    ),
  );
  const rows = [...(query.kind === 'words' ? [] : found), ...read.flat()];
  const byKey = new Map<string, FileRow[]>(keys.map((key) => [key, []]));
  for (const row of rows) byKey.get(groupKeyOf(source, row) ?? '')?.push(row);
  return [...byKey].map(([key, own]) => new RowGroup(key, own));
}

/** The column of the table that contains the group's key: of several, the one in the rows found. */
function joinColumn(source: PortalSource, table: string, found: readonly FileRow[]): readonly string[] {
  const layout = source.tables[table];
  const columns = layout === undefined ? [] : keyColumns(layout);
  const has = (column: string) => found.some((row) => row.shape.placeOf(column) !== undefined);
  return columns.filter((column) => table !== source.main || has(column)).slice(0, 1);
}

/** If no column of a row is known, the portal has changed. */
function toRows(source: PortalSource, table: string, objects: readonly JsonRow[]): readonly FileRow[] {
  const { host } = source.portal;
  if (objects.length >= MAX_ROWS) throw new PortalFault(host, 'refused', 'has too many rows for one record');
  const layout = source.tables[table];
  if (layout === undefined) throw new Error(`${source.id} has no table ${table}.`);
  try {
    return rowsOfObjects(table, layout, objects);
  } catch (cause) {
    throw new PortalFault(host, 'refused', 'returned none of the columns of the table', null, { cause });
  }
}
