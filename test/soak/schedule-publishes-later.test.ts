import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFolder } from '../../src/store/folder/open-folder.js';
import { newRun } from '../store/catalog/fixtures.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor } from '../support/postgres/server.js';
import { end, runDossier, spawnDossier } from '../support/processes/process.js';
import { newBuilderFolder, newFolder } from '../support/publishing.js';
import { FILING, startLobbyingApi, TOKEN } from '../support/servers/lobbying-api.js';

const SOURCE = 'us_lda_filings';
const WEEK_MS = 8 * 86_400_000;

test.skipIf(!hasPostgres)(
  'a schedule goes on while nothing can be published, and publishes when the place is back',
  async () => {
    const database = await newDatabase();
    const place = newFolder('objects');
    const folder = newBuilderFolder();
    const store = await openFolder(folder);
    const startedAt = Date.now() - WEEK_MS;
    const run = await store.catalog.loads.start({
      ...newRun(SOURCE, startedAt),
      inputs: ['https://lda.gov/'],
    });
    const counts = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
    const ended = { finishedAt: startedAt, complete: true, warnings: [], error: null };
    await store.catalog.loads.finish(run, { ...counts, ...ended, outcome: 'done' });
    await store.close();
    const api = await startLobbyingApi(Date.now);
    api.filings = [FILING];
    const settings = {
      DOSSIER_DATA: folder.path,
      DOSSIER_NODE: 'builder',
      DOSSIER_POSTGRES: (await optionsFor(database)).url,
      DOSSIER_POSTGRES_DURABILITY: 'local',
      DOSSIER_PUBLICATIONS: `file://${place}`,
      DOSSIER_LDA_URL: api.base,
      DOSSIER_LDA_KEY: TOKEN,
    };
    expect(await runDossier(['cluster', 'init'], settings)).toMatchObject({ status: 0, stderr: '' });
    renameSync(place, `${place}-away`);
    const child = spawnDossier(['schedule'], settings);
    let reported = '';
    child.stderr?.on('data', (chunk) => {
      reported += String(chunk);
    });
    await expect.poll(() => reported).toMatch(/Nothing was published: .*\. Retrying in 4 s\./);
    renameSync(`${place}-away`, place);
    await expect.poll(() => reported).toContain('Published version 1.');
    expect(child.exitCode).toBeNull();
    expect(reported).not.toMatch(/^ +at /m);
    await end(child, 'SIGTERM');
    api.close();
    await dropDatabase(database);
  },
);
