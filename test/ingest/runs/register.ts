import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type IngestOptions, type IngestReport, runIngest } from '../../../src/ingest/run/run.js';
import { openCatalog, type SqliteCatalog } from '../../support/store.js';
import { register } from './register-source.js';

export type Lines = readonly (readonly [id: string, name: string, formed?: string])[];

export function csv(lines: Lines, header = 'id,name,formed'): string {
  return `${[header, ...lines.map(([id, name, formed]) => `${id},${name},${formed ?? '2001-02-03'}`)].join('\n')}\n`;
}

export const ABC: Lines = [
  ['A', 'Alpha'],
  ['B', 'Beta'],
  ['C', 'Gamma'],
];

/** A data folder with a catalog for each test. */
export class Bench {
  folder = '';
  catalog!: SqliteCatalog;
  now = 0;

  static forEachTest(): Bench {
    const bench = new Bench();
    beforeEach(() => {
      bench.folder = mkdtempSync(join(tmpdir(), 'dossier-ingest-'));
      bench.now = 1_000_000;
      bench.#open();
    });
    afterEach(() => {
      bench.catalog.close();
      rmSync(bench.folder, { recursive: true });
    });
    return bench;
  }

  /** As the next process does after one that ended. */
  reopen(): void {
    this.catalog.close();
    this.#open();
  }

  /** Goes on with a copy of what another bench left that is closed. */
  goOnFrom({ folder, now }: Pick<Bench, 'folder' | 'now'>): void {
    this.catalog.close();
    rmSync(this.folder, { recursive: true });
    cpSync(folder, this.folder, { recursive: true });
    this.now = now;
    this.#open();
  }

  write(name: string, content: string | Buffer): string {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  }

  async ingest(options: Partial<IngestOptions> & Pick<IngestOptions, 'paths'>): Promise<IngestReport> {
    this.now += 60_000;
    return runIngest({
      source: register(),
      catalog: this.catalog,
      folder: this.folder,
      clock: () => this.now,
      ...options,
    });
  }

  /** Loads a table as the publisher's file. */
  async load(lines: Lines, options: Partial<IngestOptions> = {}): Promise<IngestReport> {
    return this.ingest({ paths: [this.write('register.csv', csv(lines))], ...options });
  }

  /** Live records, by id. */
  async names(): Promise<Record<string, string>> {
    const names: Record<string, string> = {};
    for await (const batch of this.catalog.entities.scanFacets()) {
      for (const entity of await this.catalog.entities.getByNumber(batch.map((row) => row.number))) {
        names[entity.id] = (JSON.parse(entity.document) as { name: string }).name;
      }
    }
    return names;
  }

  #open(): void {
    this.catalog = openCatalog({ folder: this.folder, schema: 'migrate' });
  }
}
