import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIngest } from '../../src/ingest/run/run.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import type { Catalog } from '../../src/store/store.js';

/** Of a dry run the catalog is asked for one thing: what was loaded before. */
const NOTHING_LOADED = { runs: { list: async () => [] } } as unknown as Catalog;

/** The sources that make records of the files; all others refuse them. Throws where one fails by a fault of its own. */
export async function takenBy(...paths: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-taken-'));
  const taken: string[] = [];
  for (const source of [...SOURCES, ...DATASETS]) {
    const { outcome, error, cause } = await runIngest({
      source,
      folder,
      paths,
      catalog: NOTHING_LOADED,
      clock: Date.now,
      dryRun: true,
    });
    if (outcome === 'done') taken.push(source.id);
    else if (!isRefusal(cause)) throw new Error(`${source.id}: ${error}`, { cause });
  }
  return taken;
}

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && REFUSALS.includes(cause.name);
}

const REFUSALS: readonly string[] = ['InputError', 'CheckFailed'];
