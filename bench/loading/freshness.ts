import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beside, dossier, serve } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { figureNamed, type Loaded } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { readBearers } from '../searching/queries.js';

const NEW_FILINGS = 5_000;
/** Filed long ago and known only now. */
const LATE_EVERY = 100;
const MAX_MINUTES = 20;

/**
 * From the start of `dossier ingest` of 5,000 new filings, one in a hundred of them with an old date, until a
 * running server finds the last of them. Every run adds its own to the folder.
 */
export async function benchFreshness({ folder, key, state }: Loaded): Promise<Figure[]> {
  const { filers } = await withOpened(folder, ({ catalog }) => readBearers(catalog, state.entities));
  const last = filers[(NEW_FILINGS - 1) % filers.length]?.cik ?? 0;
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-fresh-'));
  const file = join(scratch, 'master.20261102.idx');
  writeFileSync(file, dailyIndex(filers));
  try {
    return await beside(serve(folder), async ({ url }) => {
      const before = await filingsOf(url, key, last);
      const started = performance.now();
      const loading = loadAndIndex(folder, file);
      const found = await secondsUntilMore(() => filingsOf(url, key, last), before, started);
      const loaded = await loading;
      const rebuild = figureNamed(state, 'index', 'building both indexes');
      return [
        {
          part: 'freshness',
          name: `${NEW_FILINGS.toLocaleString('en-US')} new filings, from the start of their load until found`,
          value: found,
          unit: 's',
          note: `the index of what changed took ${loaded.seconds.toFixed(1)} s of it, peak ${loaded.peakMb} MB`,
          reference: rebuild ? { name: rebuild.name, value: rebuild.value, unit: 's' } : null,
        } as const,
      ];
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The work of `ingest` without the links that it makes afterwards: those of a folder that was never linked take long. */
async function loadAndIndex(folder: string, file: string) {
  await dossier(folder, 'ingest', 'us_sec_daily_index', '--file', file, '--no-index');
  return await dossier(folder, 'index', '--changed');
}

function dailyIndex(filers: readonly { readonly cik: number; readonly name: string }[]): string {
  const run = Date.now() % 1e9;
  const rows = Array.from({ length: NEW_FILINGS }, (_, at) => {
    const { cik, name } = filers[at % filers.length] ?? { cik: 0, name: '' };
    const filed = at % LATE_EVERY === 0 ? '20101102' : '20261102';
    const accession = `9${String(run).padStart(9, '0')}-26-${String(at).padStart(6, '0')}`;
    return `${cik}|${name}|8-K|${filed}|edgar/data/${cik}/${accession}.txt`;
  });
  return [
    'Description:           Daily Index of EDGAR Dissemination Feed by CIK',
    'Last Data Received:    Nov 02, 2026',
    'Comments:              webmaster@sec.gov',
    ' ',
    'CIK|Company Name|Form Type|Date Filed|File Name',
    '-'.repeat(80),
    ...rows,
    '',
  ].join('\n');
}

async function filingsOf(url: string, key: string, cik: number): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/api/v1/sec/search?cik=${cik}&limit=1`, { headers });
  if (!response.ok) throw new Error(`The search answered ${response.status}.`);
  const { meta } = (await response.json()) as { meta: { totalCount: number } };
  return meta.totalCount;
}

async function secondsUntilMore(
  count: () => Promise<number>,
  before: number,
  started: number,
): Promise<number> {
  for (;;) {
    const seconds = (performance.now() - started) / 1_000;
    if ((await count()) > before) return seconds;
    if (seconds > MAX_MINUTES * 60) throw new Error(`Nothing was found within ${MAX_MINUTES} minutes.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
