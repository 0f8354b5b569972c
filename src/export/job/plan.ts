import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { IndexManifest } from '../../indexing/files/files.js';
import type { IndexPair } from '../../indexing/index-pair.js';
import { cursorText } from '../../operations/list-changes/cursor.js';
import type { Catalog } from '../../store/store.js';
import { KINDS } from '../kinds/index.js';
import type { ExportData, IndexedKind } from '../kinds/kind.js';
import { type ExportOrder, sentFilter } from '../order.js';
import { type ExportPlan, type JobFolder, SELECTION } from './job-folder.js';

export interface Planning {
  readonly order: ExportOrder;
  readonly asOf: number;
  readonly partBytes: number;
}

/** A part is as large as this, and as the page that is written last. */
export const PART_BYTES = 128 * 2 ** 20;

/**
 * Counts the rows and, where the index chooses them, writes their keys down: whatever is loaded or built later, these
 * rows are exported.
 */
export async function planExport(
  folder: JobFolder,
  { order, asOf, partBytes }: Planning,
  data: Omit<ExportData, 'asOf'>,
  indexes: IndexPair | undefined,
): Promise<ExportPlan> {
  const kind = KINDS[order.kind];
  const filter = kind.readFilter(sentFilter(order.filter));
  folder.create();
  const changes = await placeInFeed(data.catalog, kind.by === 'index' ? indexes : undefined);
  const plan = { order, asOf, partBytes, changes };
  if (kind.by === 'scan') {
    const rows = await kind.count(filter, { ...data, asOf });
    return write(folder, { ...plan, rows, index: null });
  }
  if (indexes === undefined) throw new Error('There is no search index; dossier index builds it.');
  const rows = writeSelection(folder, kind, filter, indexes, asOf);
  return write(folder, { ...plan, rows, index: shown(indexes.manifest) });
}

/**
 * A reader of the rows who goes on from here misses nothing: the rows are read later than this, and those of the index were
 * chosen from the content that it holds. Events that the rows have in them already change nothing when they come again.
 */
async function placeInFeed(
  catalog: Pick<Catalog, 'feedState' | 'positionOf'>,
  indexes: IndexPair | undefined,
): Promise<ExportPlan['changes']> {
  const state = await catalog.feedState();
  const seq = indexes ? await catalog.positionOf(indexes.manifest.contentVersion) : state.newest;
  return { seq, cursor: cursorText(state, seq) };
}

function write(folder: JobFolder, plan: ExportPlan): ExportPlan {
  folder.writePlan(plan);
  return plan;
}

function shown({ builtAt, contentVersion }: IndexManifest): ExportPlan['index'] {
  return { builtAt: new Date(builtAt).toISOString(), contentVersion };
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
