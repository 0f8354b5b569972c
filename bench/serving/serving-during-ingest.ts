import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateFlorida } from '../generate/files/florida.js';
import { ask } from '../measuring/asking.js';
import { beside, dossier, type Finished, serve } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, readIntoMemory } from '../measuring/loaded.js';
import type { Load } from '../measuring/turns.js';
import { uniformPaths } from './lookup.js';

/** Enough that the load outlasts the measuring of its first seconds. */
const FLORIDA_ROWS = 300_000;
const WARM_UP_SECONDS = 8;
const SECONDS = 10;

/**
 * `GET /entity/{id}` with uniform keys while another process loads 300,000 records of Florida, all of them new or
 * changed, beside the same without it. It writes to the folder: every run changes those records again.
 */
export async function benchServingDuringIngest({ folder, key, state }: Loaded): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-during-'));
  const file = join(scratch, 'cordata.txt');
  await generateFlorida(file, FLORIDA_ROWS, Date.now() % 1e6);
  const ingest = () => dossier(folder, 'ingest', 'us_fl_corporations', '--file', file, '--no-index');
  await readIntoMemory(folder);
  try {
    return await beside(serve(folder), async ({ url }) => {
      const asking = { url, key, pathsOf: uniformPaths(state.entities) };
      await ask(asking, WARM_UP_SECONDS);
      const alone = await ask(asking, SECONDS);
      const ingesting = ingest();
      const during = await ask(asking, ingesting);
      return figures(alone, during, await ingesting);
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function figures(alone: Load, during: Load, ingest: Finished): Figure[] {
  const part = 'during-ingest';
  const rate = Math.round(FLORIDA_ROWS / ingest.seconds).toLocaleString('en-US');
  return [
    {
      part,
      name: '`GET /entity/{id}` during an ingest',
      value: during.perSecond,
      unit: 'requests/s',
      note: `the ingest ${rate} rows/s, peak ${ingest.peakMb} MB`,
      reference: { name: 'without one', value: alone.perSecond, unit: 'requests/s' },
    },
    {
      part,
      name: '`GET /entity/{id}` during an ingest, p99',
      value: during.p99Ms,
      unit: 'ms',
      reference: { name: 'without one', value: alone.p99Ms, unit: 'ms' },
    },
  ];
}
