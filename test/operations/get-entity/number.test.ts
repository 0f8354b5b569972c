import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { LiveIndexes } from '../../../src/indexing/live-indexes.js';
import { getEntity } from '../../../src/operations/get-entity/index.js';
import { dependenciesOf } from '../../../src/serving/dependencies.js';
import { SOURCES } from '../../../src/sources/index.js';
import { COLORADO, loadEntities, now, openBoth } from '../../indexing/delta-support.js';
import { openStore } from '../../support/store.js';

test('a lookup tells the catalog the number that the index has for the id, and none before there is an index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-number-'));
  const store = await openStore(folder, { schema: 'migrate' });
  await loadEntities(store, COLORADO, [
    { key: '1', name: 'ASPEN' },
    { key: '2', name: 'BIRCH' },
  ]);
  await buildIndexes(store.catalog, join(folder, 'index'), now);
  const pair = openBoth(join(folder, 'index'));
  const parts = {
    sources: SOURCES,
    datasets: [],
    indexes: new LiveIndexes(),
    sample: false,
    webhooks: { allowed: [], maxWatches: 100 },
    sign: JSON.stringify,
    now,
  };
  const request = vi.spyOn(store.catalog.entities, 'get');
  const reported: (number | undefined)[] = [];
  for (const indexes of [() => pair, () => undefined]) {
    const operation = getEntity({ ...dependenciesOf({ ...store, ...parts }), indexes });
    const context = { requestId: 'r', accountId: null, keyId: null, at: 0 };
    const answer = await operation.run(operation.parse({ params: { id: 'co:2' }, query: {} }), context);
    expect(JSON.stringify(answer.data)).toContain('BIRCH');
    const [id, probably] = request.mock.lastCall ?? [];
    reported.push(probably?.(id ?? ''));
  }
  const stored = await store.catalog.entities.get('CO:2');
  expect(reported).toEqual([stored?.number, undefined]);
  await store.close();
  rmSync(folder, { recursive: true });
});
