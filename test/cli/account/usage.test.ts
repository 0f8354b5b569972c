import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { chargeOf, newAccount, newKey, START } from '../../store/ledger/support/fixtures.js';
import { openStore } from '../../support/store.js';

const DAY_MS = 86_400_000;

let folder: string;
let name: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-usage-'));
  claimFolder(folder, 'data');
  const { ledger, close } = await openStore(folder, { schema: 'create' });
  const account = newAccount();
  name = account.name;
  const { id } = await ledger.createAccount(account);
  const key = await ledger.createKey(newKey(id));
  await ledger.charge([chargeOf(id, key.id, 3)]);
  await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function usageAt(now: number): Promise<readonly { readonly credits: number }[]> {
  let text = '';
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  const context = { env: { DOSSIER_DATA: folder }, stdout, stderr: process.stderr, now: () => now };
  const args = ['account', 'usage', name, '--json'];
  const untilStopped = () => new Promise<void>(() => undefined);
  await (await createProgram({ ...context, untilStopped }, args)).parseAsync(args, { from: 'user' });
  return JSON.parse(text);
}

test.each([
  ['right', START + 1_000],
  ['ten days late', START - 10 * DAY_MS],
])('an account’s usage is that of the ledger’s time, by a clock that is %s', async (_clock, now) => {
  expect(await usageAt(now)).toMatchObject([{ credits: 3 }]);
});
