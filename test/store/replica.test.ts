import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fill } from '../support/service.js';
import { openServedData, openStore } from '../support/store.js';

const SOURCE = 'us_co_business_entities';

test('a replica is read as any other folder, and nothing of it is written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-replica-'));
  const store = await openStore(folder, { schema: 'create' });
  await fill(store.catalog, { entities: { [SOURCE]: [{ key: '1', name: 'ACME LLC' }] } });
  await store.close();
  const bytes = () => ['catalog.db', 'links.db'].map((name) => readFileSync(join(folder, name)));
  const before = bytes();
  const options = { threads: 1, onReadFault: () => undefined, replica: true };
  const { catalog, links, close } = await openServedData(folder, options);
  expect(JSON.parse((await catalog.entities.get('CO:1'))?.document ?? '{}')).toMatchObject({
    name: 'ACME LLC',
  });
  expect(await catalog.runs.listSourceStates()).toMatchObject([{ sourceId: SOURCE, records: 1 }]);
  expect(await links.ofEntity('CO:1')).toEqual([]);
  await expect(
    catalog.loads.start({ sourceId: SOURCE, startedAt: 1, inputs: [], publishedAt: null }),
  ).rejects.toThrow(/readonly/);
  const verdict = { entity: 'CO:1', dataset: 'us_sba_ppp', party: 'x', verdict: 'confirm', note: '', at: 1 };
  await expect(links.correct(verdict as never)).rejects.toThrow(/readonly/);
  close();
  expect(bytes()).toEqual(before);
});
