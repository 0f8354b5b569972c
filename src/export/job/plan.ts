import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { IndexPair } from '../../indexing/index-pair.js';
import { cursorText } from '../../operations/list-changes/cursor.js';
import type { Catalog, FeedState } from '../../store/store.js';
import { KINDS } from '../kinds/index.js';
import type { ExportData, IndexedKind } from '../kinds/kind.js';
import { type ExportOrder, sentFilter } from '../order.js';
import { type ExportPlan, type JobFolder, SELECTION } from './job-folder.js';

export interface Planning {
  readonly order: ExportOrder;
  readonly asOf: number;
  readonly partBytes: number;
  readonly data: ExportPlan['data'];
}

/** A part is as large as this, and as the page that is written last. */
export const PART_BYTES = 128 * 2 ** 20;

/**
 * Counts the rows and, where the index chooses them, writes their keys down: whatever is loaded or built later, these
 * rows are exported.
 */
export async function planExport(
  folder: JobFolder,
  { order, asOf, partBytes, data: from }: Planning,
  data: Omit<ExportData, 'asOf'>,
  indexes: IndexPair | undefined,
): Promise<ExportPlan> {
  const kind = KINDS[order.kind];
  const filter = kind.readFilter(sentFilter(order.filter));
  folder.create();
  const feed = await data.catalog.feedState();
  const changes = await placeInFeed(data.catalog, feed, kind.by === 'index' ? indexes : undefined);
  const plan = { order, asOf, partBytes, changes, data: from };
  if (kind.by === 'scan') {
    const begin = kind.begin(filter, feed);
    const rows = await kind.count(filter, begin, { ...data, asOf });
    return write(folder, { ...plan, rows, index: null, begin });
  }
  if (indexes === undefined) throw new Error('There is no search index; dossier index builds it.');
  const rows = writeSelection(folder, kind, filter, indexes, asOf);
  return write(folder, { ...plan, rows, index: shown(indexes.manifest), begin: null });
}

/**
 * A reader of the rows who goes on from here misses nothing: the rows are read later than this, and those of the index were
 * chosen from the content that it holds. Events that the rows have in them already change nothing when they come again.
 */
async function placeInFeed(
  catalog: Pick<Catalog, 'positionOf'>,
  feed: FeedState,
  indexes: IndexPair | undefined,
): Promise<ExportPlan['changes']> {
  const seq = indexes ? await catalog.positionOf(indexes.manifest.contentVersion) : feed.newest;
  return { seq, cursor: cursorText(feed, seq) };
}

function write(folder: JobFolder, plan: ExportPlan): ExportPlan {
  folder.writePlan(plan);
  return plan;
}

function shown({ builtAt, contentVersion }: IndexManifest): ExportPlan['index'] {
  return { builtAt: new Date(builtAt).toISOString(), contentVersion };
}

/** The rows of an export whose kind no index counts. */
export async function countScanned(
  { kind: id, filter: asked }: ExportOrder,
  data: ExportData,
): Promise<number> {
  const kind = KINDS[id];
  if (kind.by === 'index') throw new Error(`The search index counts ${id}.`);
  const filter = kind.readFilter(sentFilter(asked));
  return await kind.count(filter, kind.begin(filter, await data.catalog.feedState()), data);
}

/** Gives their number. */
function writeSelection(
  folder: JobFolder,
  kind: IndexedKind,
  filter: unknown,
  indexes: IndexPair,
  asOf: number,
): number {
  const keys = new BigUint64Array(kind.count(filter, indexes, asOf));
  let at = 0;
  for (const some of kind.keys(filter, indexes, asOf)) {
    keys.set(some, at);
    at += some.length;
  }
  if (at !== keys.length) throw new Error(`The index counts ${keys.length} rows and names ${at}.`);
  keys.sort();
  const file = openSync(folder.fileOf(SELECTION), 'w');
  try {
    const bytes = new Uint8Array(keys.buffer);
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return keys.length;
}
