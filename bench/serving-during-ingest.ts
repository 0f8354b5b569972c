import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { beside, dossier, type Finished, serve } from './child.js';
import type { Figure } from './figures.js';
import { coloradoId } from './generate/colorado.js';
import { generateFlorida } from './generate/florida.js';
import type { Loaded } from './loaded.js';
import type { Load } from './turns.js';

/** Enough that the load outlasts the measuring of its first seconds. */
const FLORIDA_ROWS = 300_000;
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 8;
const SECONDS = 10;
/** Longer than any load; it is stopped when the load is done. */
const MOST_SECONDS = 3_600;

/**
 * `GET /entity/{id}` with uniform keys while another process loads 300,000 records of Florida, all of them new or
 * changed, beside the same without it. It writes to the folder: every run changes those records again.
 */
export async function benchServingDuringIngest({ folder, key, state }: Loaded): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-during-'));
  const file = join(scratch, 'cordata.txt');
  await generateFlorida(file, FLORIDA_ROWS, Date.now() % 1e6);
  const ingest = () => dossier(folder, 'ingest', 'us_fl_corporations', '--file', file, '--no-index');
  try {
    return await beside(serve(folder), async ({ url }) => {
      const path = () => `/api/v1/entity/CO:${coloradoId(Math.floor(Math.random() * state.entities))}`;
      const asked = { url, key, path };
      await lookups(asked, forSeconds(WARM_UP_SECONDS));
      const alone = await lookups(asked, forSeconds(SECONDS));
      const ingesting = ingest();
      const during = await lookups(asked, ingesting);
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

interface Asked {
  readonly url: string;
  readonly key: string;
  readonly path: () => string;
}

async function lookups({ url, key, path }: Asked, until: Promise<unknown>): Promise<Load> {
  const headers = { authorization: `Bearer ${key}` };
  const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, path: path() }) }];
  const options = { url, headers, requests, connections: CONNECTIONS, duration: MOST_SECONDS };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    until.then(() => running.stop(), reject);
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no 200.`);
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
}

function forSeconds(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
