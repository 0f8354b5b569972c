import { closeSync, openSync, readSync } from 'node:fs';
import type { TObject } from 'typebox';
import { type ExportManifest, exportRow } from '../contract/export.js';
import { publishedSchema } from '../operations/openapi/published.js';
import { DATASETS } from '../sources/datasets.js';
import { SOURCES } from '../sources/index.js';
import type { Catalog } from '../store/store.js';
import { columnsOf } from './formats/columns.js';
import { EXTENSIONS, type Form, newPart } from './formats/format.js';
import { PartFile } from './formats/part-file.js';
import { type DonePart, type ExportPlan, type JobFolder, type Place, SELECTION } from './job-folder.js';
import { KINDS } from './kinds/index.js';
import type { ExportData, Rows, ScannedKind } from './kinds/kind.js';
import { fieldsOf, filterOf } from './order.js';

/** Called at the beginning and after each page with the number of written rows. Rows outside a complete part are written again. */
type OnRows = (rows: number) => void;

/**
 * Writes a planned export, from its last whole part on: a run that was killed at any moment is gone on with, and gives the
 * same bytes as one that was not. Memory does not grow with the rows.
 */
export async function runExport(
  folder: JobFolder,
  data: Omit<ExportData, 'asOf'>,
  onRows: OnRows = () => undefined,
): Promise<ExportManifest> {
  const complete = folder.manifest();
  if (complete !== undefined) return complete;
  const plan = folder.plan();
  if (plan === undefined) throw new Error(`${folder.path} contains no planned export.`);
  folder.removeDrafts();
  const writing = new Writing(folder, plan, onRows);
  onRows(writing.rows);
  const pages = pagesFrom(folder, plan, writing.place, { ...data, asOf: plan.asOf });
  try {
    for await (const page of pages) {
      writing.add(page);
      // Lets a thread that writes for minutes receive its messages.
      await new Promise((resolve) => setImmediate(resolve));
    }
    writing.end();
  } finally {
    writing.abandon();
  }
  const manifest = await manifestOf(plan, folder.done(), data.catalog);
  folder.writeManifest(manifest);
  return manifest;
}

/** The parts of a run. */
class Writing {
  readonly #folder: JobFolder;
  readonly #plan: ExportPlan;
  readonly #onRows: OnRows;
  readonly #form: Form;
  #done: readonly DonePart[];
  #part: Part | undefined;
  #rows: number;

  constructor(folder: JobFolder, plan: ExportPlan, onRows: OnRows) {
    const { order } = plan;
    this.#folder = folder;
    this.#plan = plan;
    this.#onRows = onRows;
    this.#form = { ...order, columns: columnsOf(exportRow(order.kind, order.include), fieldsOf(order)) };
    this.#done = folder.done();
    this.#rows = this.#done.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** The position of the next part. */
  get place(): Place {
    return this.#done.at(-1)?.next ?? { rows: 0, scan: this.#plan.begin };
  }

  get rows(): number {
    return this.#rows;
  }

  add(page: { texts: readonly string[]; sources: ReadonlySet<string>; next: Place }): void {
    if (page.texts.length === 0) return;
    this.#part ??= this.#newPart();
    const { writer, file, sources } = this.#part;
    writer.write(page.texts);
    this.#part.rows += page.texts.length;
    this.#part.next = page.next;
    for (const source of page.sources) sources.add(source);
    this.#rows += page.texts.length;
    this.#onRows(this.#rows);
    if (writer.isWhole && file.bytes >= this.#plan.partBytes) this.end();
  }

  /** Ends the part that is being written, if there is one. */
  end(): void {
    const part = this.#part;
    if (part === undefined) return;
    const { file, writer, rows, sources, next } = part;
    writer.finish();
    const bytes = file.bytes;
    const sha256 = file.finish();
    this.#part = undefined;
    const number = this.#done.length + 1;
    const done = { number, name: file.name, rows, bytes, sha256, sources: [...sources].sort(), next };
    this.#done = [...this.#done, done];
    this.#folder.writeDone(this.#done);
  }

  abandon(): void {
    this.#part?.file.abandon();
  }

  #newPart(): Part {
    const number = String(this.#done.length + 1).padStart(5, '0');
    const file = new PartFile(this.#folder.path, `part-${number}.${EXTENSIONS[this.#form.format]}`);
    return { file, writer: newPart(file, this.#form), sources: new Set(), rows: 0, next: this.place };
  }
}

interface Part {
  readonly file: PartFile;
  readonly writer: ReturnType<typeof newPart>;
  readonly sources: Set<string>;
  rows: number;
  next: Place;
}

/** Everything needed to verify an export, read it and state its origin. */
async function manifestOf(
  { order, asOf, index, changes }: ExportPlan,
  done: readonly DonePart[],
  catalog: Pick<Catalog, 'runs'>,
): Promise<ExportManifest> {
  const fields = fieldsOf(order);
  const row = exportRow(order.kind, order.include);
  const parts = done.map(({ number, name, rows, bytes, sha256 }) => ({ number, name, rows, bytes, sha256 }));
  return {
    kind: order.kind,
    format: order.format,
    filter: order.filter,
    fields,
    include: order.include,
    csvSafe: order.csvSafe,
    asOf: new Date(asOf).toISOString(),
    index,
    changes,
    rows: sum(parts.map(({ rows }) => rows)),
    bytes: sum(parts.map(({ bytes }) => bytes)),
    parts,
    sources: await sourcesOf(order.kind, done, catalog),
    columns: columnsOf(row, fields).map(({ name, type, description }) => ({ name, type, description })),
    schema: schemaOf(row, fields),
  };
}

async function sourcesOf(
  kind: ExportPlan['order']['kind'],
  done: readonly DonePart[],
  catalog: Pick<Catalog, 'runs'>,
): Promise<ExportManifest['sources']> {
  const states = new Map((await catalog.runs.listSourceStates()).map((state) => [state.sourceId, state]));
  const named = new Set(done.flatMap(({ sources }) => sources));
  const isMeant = ({ id, kind: of }: { id: string; kind: string }) =>
    kind === 'filings' ? of === 'sec' && states.get(id)?.lastGoodRun != null : named.has(id);
  return [...SOURCES, ...DATASETS].filter(isMeant).map(({ id, title, agency, licence }) => ({
    id,
    title,
    agency: agency.name,
    licence,
    url: agency.url,
    publishedAt: states.get(id)?.lastGoodRun?.publishedAt ?? null,
  }));
}

function schemaOf(row: TObject, fields: readonly string[]): unknown {
  const properties = Object.fromEntries(fields.map((field) => [field, row.properties[field]]));
  const required = (row.required ?? []).filter((name) => fields.includes(name));
  return publishedSchema({ type: 'object', properties, required });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** Rows of a page: of a gzip member, and between two looks at whether the part is full. */
const PAGE_ROWS = 5_000;

interface Page extends Rows {
  /** Behind it. */
  readonly next: Place;
}

/** The rows of an export from a place on. From a place that ended a page the pages are the same each time. */
function pagesFrom(
  folder: JobFolder,
  { order }: ExportPlan,
  from: Place,
  data: ExportData,
): AsyncGenerator<Page> {
  const kind = KINDS[order.kind];
  const filter = filterOf(order);
  return kind.by === 'index'
    ? selected(folder, from, (keys) => kind.read(keys, filter, data, order))
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
