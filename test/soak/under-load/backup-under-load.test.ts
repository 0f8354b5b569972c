import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asker, booksOf, hammer, sampleWith } from '../../faults/support.js';
import { end, runDossier, startServing } from '../../support/processes/process.js';

const CONNECTIONS = 8;

test('a backup taken while a server charges is restored with every charge answered before it and none after', async () => {
  const folder = await sampleWith(10_000_000);
  const { child, started } = await startServing(folder.path);
  const ask = asker(started.url, folder.key, CONNECTIONS);
  const backup = mkdtempSync(join(tmpdir(), 'dossier-backup-'));
  let answers = 0;
  let done = false;
  const load = hammer(
    async () => {
      const status = await ask();
      if (status === 200) answers += 1;
      return status;
    },
    CONNECTIONS,
    () => done,
  );
  while (answers < 100) await new Promise((resolve) => setImmediate(resolve));
  const before = answers;
  expect(await runDossier(['backup', backup], { DOSSIER_DATA: folder.path })).toMatchObject({ status: 0 });
  const after = answers;
  done = true;
  expect([...(await load).keys()]).toEqual([200]);
  ask.end();
  expect(await end(child, 'SIGTERM')).toBe(0);

  const path = join(mkdtempSync(join(tmpdir(), 'dossier-restored-')), 'data');
  expect(await runDossier(['restore', backup], { DOSSIER_DATA: path })).toMatchObject({ status: 0 });
  const restored = await booksOf({ ...folder, path });
  expect(restored.charges).toBeGreaterThanOrEqual(before);
  expect(restored.charges).toBeLessThanOrEqual(after + CONNECTIONS);
  expect(restored.available).toBe(10_000_000 - restored.credits + restored.refunded);
  const again = await startServing(path);
  const request = asker(again.started.url, folder.key, 1);
  expect(await request()).toBe(200);
  request.end();
  expect(await end(again.child, 'SIGTERM')).toBe(0);
});
