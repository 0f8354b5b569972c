import { closeSync, openSync, readSync } from 'node:fs';
import { KINDS } from '../kinds/index.js';
import type { ExportData, Rows, ScannedKind } from '../kinds/kind.js';
import { sentFilter } from '../order.js';
import { type ExportPlan, type JobFolder, type Place, SELECTION } from './job-folder.js';

/** Rows of a page: of a gzip member, and between two looks at whether the part is full. */
export const PAGE_ROWS = 5_000;

export interface Page extends Rows {
  /** Behind it. */
  readonly next: Place;
}

/** The rows of an export from a place on. From a place that ended a page the pages are the same each time. */
export function pagesFrom(
  folder: JobFolder,
  { order }: ExportPlan,
  from: Place,
  data: ExportData,
): AsyncGenerator<Page> {
  const kind = KINDS[order.kind];
  const filter = kind.readFilter(sentFilter(order.filter));
  return kind.by === 'index'
    ? selected(folder, from, (keys) => kind.read(keys, filter, data, order.fields))
    : scanned(kind, filter, from, data);
}

async function* selected(
  folder: JobFolder,
  from: Place,
  read: (keys: BigUint64Array) => Promise<Rows>,
): AsyncGenerator<Page> {
  const file = openSync(folder.fileOf(SELECTION), 'r');
  try {
    for (let rows = from.rows; ; ) {
      const keys = new BigUint64Array(PAGE_ROWS);
      const bytes = readSync(file, keys, 0, keys.byteLength, rows * keys.BYTES_PER_ELEMENT);
      const found = keys.subarray(0, bytes / keys.BYTES_PER_ELEMENT);
      if (found.length === 0) return;
      rows += found.length;
      yield { ...(await read(found)), next: { rows, scan: null } };
    }
  } finally {
    closeSync(file);
  }
}

async function* scanned(
  kind: ScannedKind,
  filter: unknown,
  from: Place,
  data: ExportData,
): AsyncGenerator<Page> {
  for (let { rows, scan } = from; ; ) {
    const page = await kind.read(scan, PAGE_ROWS, filter, data);
    if (page.texts.length === 0) return;
    rows += page.texts.length;
    scan = page.place;
    yield { ...page, next: { rows, scan } };
  }
}
