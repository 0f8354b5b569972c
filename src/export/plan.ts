import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { IndexManifest } from '../indexing/files/files.js';
import type { IndexPair } from '../indexing/files/index-pair.js';
import type { BuiltIndex } from '../indexing/files/open-excerpt.js';
import { cursorText } from '../operations/list-changes/cursor.js';
import type { IndexQuery, SearchIndex } from '../search/index.js';
import type { Catalog, FeedState } from '../store/store.js';
import { type ExportPlan, type JobFolder, SELECTION } from './job-folder.js';
import { KINDS } from './kinds/index.js';
import type { ExportData, IndexedKind } from './kinds/kind.js';
import { type ExportOrder, filterOf } from './order.js';

export interface Planning {
  readonly order: ExportOrder;
  readonly asOf: number;
  readonly partBytes: number;
  readonly data: ExportPlan['data'];
  /** If there are more rows, they are only counted: nothing is written. Default: no limit. */
  readonly maxRows?: number;
}

/** Opens the index that selects the documents of a query; `undefined` if there is none. */
export type OpenIndex = (kind: IndexedKind['index'], query: IndexQuery) => Promise<BuiltIndex | undefined>;

/** No readable search index. */
export class NoIndexError extends Error {}

/** The index out of a pair that is in memory. */
export function indexOf(pair: IndexPair): OpenIndex {
  return async (kind) => ({ index: pair[kind], manifest: pair.manifest });
}

/** A part is as large as this, and as the page that is written last. */
export const PART_BYTES = 128 * 2 ** 20;

/**
 * Counts the rows and, if the index selects them, stores their keys: whatever is loaded or built later, these
 * rows are exported. Rejects with `NoIndexError`.
 */
export async function planExport(
  folder: JobFolder,
  { order, asOf, partBytes, maxRows = Number.POSITIVE_INFINITY, data: from }: Planning,
  data: Omit<ExportData, 'asOf'>,
  open: OpenIndex,
): Promise<ExportPlan> {
  const kind = KINDS[order.kind];
  const filter = filterOf(order);
  folder.create();
  const feed = await data.catalog.feed.state();
  const plan = { order, asOf, partBytes, data: from };
  if (kind.by === 'scan') {
    const changes = { seq: feed.newest, cursor: cursorText(feed, feed.newest) };
    const begin = kind.begin(filter, feed);
    const rows = await kind.count(filter, begin, { ...data, asOf });
    return write(folder, { ...plan, changes, rows, index: null, begin }, maxRows);
  }
  const query = kind.query(filter, asOf);
  const built = await open(kind.index, query);
  if (built === undefined) throw new NoIndexError('There is no search index; run: dossier index');
  const changes = await placeInFeed(data.catalog, feed, built.manifest);
  const keys = order.ids && (await keysAmong(order.ids, query, built.index, data.catalog.entities));
  const rows = keys?.length ?? countChosen(query, built.index);
  if (rows <= maxRows) writeSelection(folder, keys ?? chosenKeys(query, built.index, rows));
  return write(folder, { ...plan, changes, rows, index: shown(built.manifest), begin: null }, maxRows);
}

/**
 * A feed position from which a reader misses nothing: rows are read after it, and rows from the index were
 * selected from the content at that position. Applying events twice changes nothing.
 */
async function placeInFeed(
  catalog: Pick<Catalog, 'feed'>,
  feed: FeedState,
  { contentVersion }: IndexManifest,
): Promise<ExportPlan['changes']> {
  const seq = await catalog.feed.positionOf(contentVersion);
  return { seq, cursor: cursorText(feed, seq) };
}

function write(folder: JobFolder, plan: ExportPlan, maxRows: number): ExportPlan {
  if (plan.rows <= maxRows) folder.writePlan(plan);
  return plan;
}

function shown({ builtAt, contentVersion }: IndexManifest): ExportPlan['index'] {
  return { builtAt: new Date(builtAt).toISOString(), contentVersion };
}

function countChosen(query: IndexQuery, index: SearchIndex): number {
  return index.search({ ...query, offset: 0, limit: 0 }).total;
}

/** The keys of the entities with these ids that the query chooses. */
async function keysAmong(
  ids: readonly string[],
  query: IndexQuery,
  index: SearchIndex,
  entities: Pick<Catalog['entities'], 'get'>,
): Promise<BigUint64Array> {
  const wanted = new Set<bigint>();
  for (const id of ids) {
    const entity = await entities.get(id);
    if (entity) wanted.add(BigInt(entity.number));
  }
  const found: bigint[] = [];
  for (const keys of index.keys(query)) for (const key of keys) if (wanted.has(key)) found.push(key);
  return new BigUint64Array(found);
}

function chosenKeys(query: IndexQuery, index: SearchIndex, rows: number): BigUint64Array {
  const keys = new BigUint64Array(rows);
  let at = 0;
  for (const some of index.keys(query)) {
    keys.set(some, at);
    at += some.length;
  }
  if (at !== keys.length) throw new Error(`The index counts ${keys.length} rows and names ${at}.`);
  return keys;
}

function writeSelection(folder: JobFolder, keys: BigUint64Array): void {
  keys.sort();
  const file = openSync(folder.fileOf(SELECTION), 'w');
  try {
    const bytes = new Uint8Array(keys.buffer);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
