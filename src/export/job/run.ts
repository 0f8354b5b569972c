import { EXPORT_ROWS, type ExportManifest } from '../../contract/export.js';
import { columnsOf } from '../columns.js';
import { EXTENSIONS, type Form, newPart } from '../formats/format.js';
import { PartFile } from '../formats/part-file.js';
import type { ExportData } from '../kinds/kind.js';
import { fieldsOf } from '../order.js';
import type { DonePart, ExportPlan, JobFolder, Place } from './job-folder.js';
import { manifestOf } from './manifest.js';
import { pagesFrom } from './pages.js';

/** Called at the beginning and after each page with the number of written rows. Rows outside a complete part are written again. */
export type OnRows = (rows: number) => void;

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
  if (plan === undefined) throw new Error(`${folder.path} holds no planned export.`);
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
    this.#form = { ...order, columns: columnsOf(EXPORT_ROWS[order.kind], fieldsOf(order)) };
    this.#done = folder.done();
    this.#rows = this.#done.reduce((sum, { rows }) => sum + rows, 0);
  }

  /** The place at which the next part begins. */
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
