import type { Tabular } from '../../../sources/declare/index.js';
import type { Cells } from '../support/cells.js';
import type { ReadContext } from '../support/context.js';
import { keyColumns, type TableSchema } from '../support/table-schema.js';
import { Audit } from '../tables/audit.js';
import { FileRow, RowRejected } from '../tables/row.js';
import { readRows } from '../tables/rows.js';
import { RowGroup } from './row-group.js';
import { partitionsFor, Spill } from './spill.js';

/** Number of groups in a batch. */
const BATCH = 500;

/**
 * The records of a source's files, in batches of about 500. Rows of tables with `groupBy` are first grouped over all files,
 * through files in the spill folder; without it each row is a record and is not delayed. The order is deterministic. Throws
 * InputError if a file is truncated, damaged or lacks a column.
 */
export async function* readGroups(
  source: Tabular,
  paths: readonly string[],
  context: ReadContext,
): AsyncGenerator<readonly RowGroup[], undefined> {
  const audit = new Audit(source, context);
  const rows = readRows(source, paths, context, audit);
  const isGrouped = Object.values(source.tables).some((layout) => layout.groupBy !== undefined);
  if (isGrouped) yield* gatherGroups(source, paths, context, rows, audit);
  else yield* singleGroups(rows);
  await context.settled?.();
  audit.warnUnread();
}

async function* singleGroups(rows: AsyncIterable<readonly FileRow[]>): AsyncGenerator<readonly RowGroup[]> {
  let number = 0;
  for await (const batch of rows) {
    for (let start = 0; start < batch.length; start += BATCH) {
      yield batch.slice(start, start + BATCH).map((row) => {
        number += 1;
        return new RowGroup(`row ${number}`, [row]);
      });
    }
  }
}

async function* gatherGroups(
  source: Tabular,
  paths: readonly string[],
  context: ReadContext,
  rows: AsyncIterable<readonly FileRow[]>,
  audit: Audit,
): AsyncGenerator<readonly RowGroup[]> {
  const spill = new Spill(context.spillFolder, await partitionsFor(paths));
  try {
    const shapes = await spillRows(source, rows, spill);
    yield* inBatches(completeGroups(source, context, shapes, spill, audit.unreadKeys()));
  } finally {
    spill.close();
  }
}

/** The shapes that the spilled rows refer to by number. */
async function spillRows(
  source: Tabular,
  rows: AsyncIterable<readonly FileRow[]>,
  spill: Spill,
): Promise<TableSchema[]> {
  const numbers = new Map<TableSchema, number>();
  for await (const batch of rows) {
    for (const row of batch) {
      const key = groupKeyOf(source, row);
      if (key === undefined) continue;
      const number = numbers.get(row.shape) ?? numbers.size;
      numbers.set(row.shape, number);
      spill.add(JSON.stringify(key), `${number}\t${JSON.stringify(row.cells)}`);
    }
  }
  return [...numbers.keys()];
}

/**
 * The key by which the rows of a record are grouped: the first of several key columns that the row's file has. A row with a
 * missing or malformed key is reported and has none.
 */
export function groupKeyOf(source: Tabular, row: FileRow): string | undefined {
  const columns = keyColumns(row.shape.layout);
  if (columns.length === 0) {
    throw new Error(`${source.id}: the table ${row.shape.table} needs groupBy, like the other tables.`);
  }
  const column = columns.find((name) => row.shape.placeOf(name) !== undefined);
  try {
    const key = column === undefined ? undefined : row.take(column);
    if (key === undefined) row.report('blank_key', row.shape.table);
    return key;
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    row.report('rejected_row', error.message);
    return undefined;
  }
}

function* completeGroups(
  source: Tabular,
  context: ReadContext,
  shapes: readonly TableSchema[],
  spill: Spill,
  unread: ReadonlySet<string>,
): Generator<RowGroup> {
  for (const { key, lines } of spill.keys()) {
    const rows = lines.flatMap((line) => restoreRow(line, shapes, context));
    const tables = new Set(rows.map((row) => row.shape.table));
    if (source.main === undefined || tables.has(source.main)) {
      const group = JSON.parse(key) as string;
      const partial = unread.has(group);
      if (partial) context.warn('partial_record', 'not changed, because a row of it could not be read');
      yield new RowGroup(group, rows, partial);
    } else for (const table of tables) context.warn('companion_without_main', table);
  }
}

function restoreRow(line: string, shapes: readonly TableSchema[], context: ReadContext): FileRow[] {
  const tab = line.indexOf('\t');
  const shape = shapes[Number(line.slice(0, tab))];
  return shape ? [new FileRow(shape, JSON.parse(line.slice(tab + 1)) as Cells, context.warn)] : [];
}

function* inBatches<T>(items: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
