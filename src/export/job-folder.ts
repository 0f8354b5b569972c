import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ExportManifest, ExportPart } from '../contract/export.js';
import type { ExportOrder } from './order.js';

/** The plan of an export. It decides every byte of the parts, with the data. */
export interface ExportPlan {
  readonly order: ExportOrder;
  /** Milliseconds since 1970; a status that ends with a day is that of this moment. */
  readonly asOf: number;
  /** Path of the data folder that the rows are of; `null`: the folder that contains the exports, or that of the command line. */
  readonly data: string | null;
  /** Exact. */
  readonly rows: number;
  /** A part ends with the page that reaches this number of bytes. */
  readonly partBytes: number;
  /** The build that chose the rows; null: no index did. */
  readonly index: ExportManifest['index'];
  readonly changes: ExportManifest['changes'];
  /** The place before the first row of a scan. */
  readonly begin: string | null;
}

/** A complete part, and the position of the next. */
export interface DonePart extends ExportPart {
  readonly sources: readonly string[];
  readonly next: Place;
}

/** How many rows were read, and the place of the last of them in a scan. */
export interface Place {
  readonly rows: number;
  readonly scan: string | null;
}

export const MANIFEST = 'manifest.json';
/** Sorted keys of the chosen rows, 8 bytes each, little endian. */
export const SELECTION = 'selection.keys';
const PLAN = 'plan.json';
const PROGRESS = 'progress.json';

/** The folder of one export: its plan, what is done of it, its parts, and last of all its manifest. */
export class JobFolder {
  constructor(readonly path: string) {}

  create(): void {
    mkdirSync(this.path, { recursive: true });
  }

  plan(): ExportPlan | undefined {
    return this.#read(PLAN) as ExportPlan | undefined;
  }

  /** Written after everything that it refers to is durable. */
  writePlan(plan: ExportPlan): void {
    this.#write(PLAN, plan);
  }

  done(): readonly DonePart[] {
    return (this.#read(PROGRESS) as readonly DonePart[] | undefined) ?? [];
  }

  writeDone(parts: readonly DonePart[]): void {
    this.#write(PROGRESS, parts);
  }

  manifest(): ExportManifest | undefined {
    return this.#read(MANIFEST) as ExportManifest | undefined;
  }

  /** With it the export is complete: what only its making needs is removed. */
  writeManifest(manifest: ExportManifest): void {
    this.#write(MANIFEST, manifest);
    for (const name of [SELECTION, PROGRESS, PLAN]) rmSync(this.fileOf(name), { force: true });
  }

  fileOf(name: string): string {
    return join(this.path, name);
  }

  /** Files that a killed run left unfinished. */
  removeDrafts(): void {
    for (const name of readdirSync(this.path)) {
      if (name.endsWith('.draft')) rmSync(this.fileOf(name), { force: true });
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(this.fileOf(name), 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The file before or this one, whatever happens in between. */
  #write(name: string, value: unknown): void {
    const path = this.fileOf(name);
    const file = openSync(`${path}.draft`, 'w');
    try {
      writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.draft`, path);
  }
}
