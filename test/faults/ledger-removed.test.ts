import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { end, startServing } from '../support/processes/process.js';
import { asker, booksOf, hammer, sampleWith } from './support.js';

const CLIENTS = 8;
const refused = (so: ReadonlyMap<number | null, number>) => (so.get(503) ?? 0) >= 50;

test('a ledger that is removed or replaced under a server charges nobody, and goes on when it is put back', async () => {
  const folder = await sampleWith(1_000_000);
  const ledger = join(folder.path, 'ledger.db');
  const aside = join(mkdtempSync(join(tmpdir(), 'dossier-aside-')), 'ledger.db');
  const { child, started, stderr } = await startServing(folder.path);
  const ask = asker(started.url, folder.key, CLIENTS);
  const readyz = async () => {
    const response = await fetch(`${started.url}/readyz`);
    return [response.status, ((await response.json()) as { detail?: string }).detail];
  };
  const served = async () => (await hammer(ask, CLIENTS, (so) => (so.get(200) ?? 0) >= 20)).get(200) ?? 0;
  const cannot = [503, expect.stringMatching(/^The ledger cannot be written; nothing can be charged\./)];

  let answers = await served();
  renameSync(ledger, aside);
  expect([...(await hammer(ask, CLIENTS, refused)).keys()]).toEqual([503]);
  expect(await readyz()).toEqual(cannot);
  await expect.poll(stderr).toContain('ledger.db was removed while it was in use');

  cpSync(aside, ledger);
  expect([...(await hammer(ask, CLIENTS, refused)).keys()]).toEqual([503]);
  expect(await readyz()).toEqual(cannot);
  await expect.poll(stderr).toContain('ledger.db was replaced while it was in use');

  rmSync(ledger);
  renameSync(aside, ledger);
  answers += await served();
  await expect.poll(readyz).toEqual([200, undefined]);
  ask.end();
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(await booksOf(folder)).toMatchObject({ charges: answers, credits: answers, refunded: 0 });
});
