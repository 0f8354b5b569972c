import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { POSTGRES_PROGRAMS } from '../../scripts/postgres-cluster.js';
import { freshIndex } from '../loading/fresh-index.js';
import { Said } from '../measuring/figures.js';
import { readState } from '../measuring/loaded.js';
import { compare } from './compare.js';
import type { Engine } from './engine.js';
import { Fts5 } from './fts5.js';
import { Postgres } from './postgres.js';

/**
 * `npm run bench:compare -- --loaded DIR --engine fts5|postgres [--search filings|entities] [--json FILE]`: the
 * worst and the typical queries of both searches beside another engine over the same documents. Its database lies
 * in `--scratch` (the system's folder for temporary files) while it is needed, one search at a time.
 */
const { values } = parseArgs({
  options: {
    loaded: { type: 'string' },
    engine: { type: 'string' },
    search: { type: 'string' },
    json: { type: 'string' },
    scratch: { type: 'string', default: tmpdir() },
    'postgres-bin': { type: 'string', default: POSTGRES_PROGRAMS },
  },
});
const ENGINES: Readonly<Record<string, (folder: string) => Engine>> = {
  fts5: (folder) => new Fts5(folder),
  postgres: (folder) => new Postgres(folder, values['postgres-bin']),
};
const SEARCHES = ['filings', 'entities'] as const;

const { loaded = '', engine = '' } = values;
const state = readState(loaded);
const open = ENGINES[engine];
if (state === undefined) throw new Error('--loaded names a folder that bench filled.');
if (open === undefined) throw new Error(`--engine is one of ${Object.keys(ENGINES).join(', ')}.`);
const searches = SEARCHES.filter((search) => values.search === undefined || values.search === search);
if (searches.length === 0) throw new Error(`--search is one of ${SEARCHES.join(', ')}.`);

await freshIndex(loaded);
const said = new Said(values.json);
for (const search of searches) {
  await compareIn(search, open, state.entities);
  said.keep(state);
}

async function compareIn(
  search: (typeof SEARCHES)[number],
  open: (folder: string) => Engine,
  entityCount: number,
): Promise<void> {
  const folder = mkdtempSync(join(values.scratch, 'dossier-compare-'));
  // The server of the other engine may run as another user.
  chmodSync(folder, 0o755);
  const { bavail, bsize } = statfsSync(folder);
  process.stderr.write(
    `${search}: ${((bavail * bsize) / 1e9).toFixed(0)} GB are free in ${values.scratch}\n`,
  );
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const database = open(folder);
  const remove = () => database.close().finally(removeFolder);
  const interrupted = () => void remove().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await compare({ loaded, entityCount, search, engine, database }, said.say);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await remove();
  }
}
