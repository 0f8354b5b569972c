import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './generate/generate.js';
import { benchChanges } from './loading/changes.js';
import { benchExports } from './loading/exports.js';
import { freshIndex } from './loading/fresh-index.js';
import { benchFreshness } from './loading/freshness.js';
import { benchIndex } from './loading/index-build.js';
import { load } from './loading/load.js';
import { benchReload } from './loading/reload.js';
import { type Figure, Said } from './measuring/figures.js';
import { benchKey, type Loaded, readState } from './measuring/loaded.js';
import { benchFacets } from './searching/facets.js';
import { benchNames } from './searching/name-searches.js';
import { benchSearchLoad } from './searching/search-load.js';
import { benchSearches } from './searching/searches.js';
import { benchSuggestions } from './searching/suggestions.js';
import { benchCharges } from './serving/charges.js';
import { benchEventLoop } from './serving/event-loop.js';
import { benchLookup } from './serving/lookup.js';
import { benchPages } from './serving/pages.js';
import { benchServingDuringIngest } from './serving/serving-during-ingest.js';
import { benchStart } from './serving/start.js';
import { benchTools } from './serving/tools.js';

/** The parts that can be measured of a filled folder, in this order; the last four write to it. */
const PARTS: Readonly<Record<string, (loaded: Loaded) => Promise<readonly Figure[]>>> = {
  start: benchStart,
  searches: benchSearches,
  facets: benchFacets,
  suggestions: benchSuggestions,
  pages: benchPages,
  names: benchNames,
  lookup: benchLookup,
  tools: benchTools,
  'search-load': benchSearchLoad,
  charges: benchCharges,
  'event-loop': benchEventLoop,
  exports: benchExports,
  freshness: benchFreshness,
  'during-ingest': benchServingDuringIngest,
  reload: benchReload,
  changes: benchChanges,
};
/** Done only when it is named: filling a folder measures it too. */
const AGAIN: typeof PARTS = { index: benchIndex };

/**
 * `npm run bench -- [--data DIR] [--loaded DIR] [--only PART,PART] [--json FILE]`: every figure with the reference
 * measured in the same run. Ratios travel between machines; absolutes do not.
 *
 * --data    a folder that `bench:generate` wrote; without it a small one is made
 * --loaded  the data folder to fill, kept afterwards; what it holds already is not loaded again
 * --skip-full-index  leave out `master.idx`, whose filings `submissions.zip` holds too
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    loaded: { type: 'string' },
    'skip-full-index': { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const parts = partsAsked(values.only);
const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
try {
  await bench(values.loaded ?? join(scratch, 'loaded'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function bench(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const said = new Said(values.json);
  const skipped = values['skip-full-index'] ? ['full-index'] : [];
  const state = await load(await dataFolder(folder), folder, skipped, said.say);
  said.keep(state);
  if (parts.length === 0) return;
  await freshIndex(folder);
  const loaded = { folder, state, key: await benchKey(folder) };
  for (const part of parts) {
    process.stderr.write(`${new Date().toISOString()} ${part}\n`);
    try {
      for (const figure of (await partNamed(part)?.(loaded)) ?? []) said.say(figure);
    } catch (error) {
      process.stderr.write(`${part} FAILED: ${String(error)}\n`);
      process.exitCode = 1;
    }
    said.keep(state);
  }
}

/** The publishers' files of a folder that is filled already are those it was filled from. */
async function dataFolder(folder: string): Promise<string> {
  const known = values.data ?? readState(folder)?.data;
  if (known !== undefined) return known;
  const small = join(folder, 'publishers');
  await generate(small, { entities: 50_000, filings: 200_000, seed: 1 });
  return small;
}

/** Without `--only` all of them; `load` is always done and may stand alone. */
function partsAsked(only: string | undefined): string[] {
  const request = only?.split(',') ?? Object.keys(PARTS);
  const unknown = request.find((part) => part !== 'load' && partNamed(part) === undefined);
  if (unknown !== undefined)
    throw new Error(
      `There is no part ${unknown}; there are load, ${[...Object.keys(PARTS), ...Object.keys(AGAIN)].join(', ')}.`,
    );
  return request.filter((part) => part !== 'load');
}

function partNamed(name: string) {
  return PARTS[name] ?? AGAIN[name];
}
