import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { chargeOf, newAccount, newKey, START } from '../../store/ledger/support/fixtures.js';
import { runProgram } from '../../support/processes/program.js';
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

test.each([
  ['right', START + 1_000],
  ['ten days late', START - 10 * DAY_MS],
])('an account’s usage is that of the ledger’s time, by a clock that is %s', async (_clock, now) => {
  const args = ['account', 'usage', name, '--json'];
  const { stdout, error } = await runProgram(args, { DOSSIER_DATA: folder }, () => now);
  expect(error).toBeNull();
  expect(JSON.parse(stdout)).toMatchObject([{ credits: 3 }]);
});
