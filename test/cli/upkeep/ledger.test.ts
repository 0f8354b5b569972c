import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import type { ChargeId } from '../../../src/store/store.js';
import { chargeOf, DAY, idOf, START } from '../../store/ledger/support/fixtures.js';
import { runProgram } from '../../support/processes/program.js';
import { openStore } from '../../support/store.js';

const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-cli-'));
const now = START + 20 * DAY;
const run = async (...args: string[]) => {
  const { stdout, error } = await runProgram(args, { DOSSIER_DATA: folder }, () => now);
  if (error !== null) throw new Error(error);
  return stdout;
};
const json = async (...args: string[]) => JSON.parse(await run(...args, '--json'));

async function accountWithCharges(): Promise<string> {
  claimFolder(folder, 'data');
  const store = await openStore(folder, { schema: 'create' });
  const plan = { name: 'x', monthlyCredits: 100, requestsPerMinute: 10, createdAt: START };
  const { id } = await store.ledger.createAccount(plan);
  const key = {
    accountId: id,
    name: 'x',
    prefix: 'dsr_test_abc',
    scopes: ['read'] as const,
    createdAt: START,
  };
  const { id: keyId } = await store.ledger.createKey({ ...key, hash: 'a'.repeat(64), expiresAt: null });
  const gift = { accountId: id, credits: 7, createdAt: START, expiresAt: null };
  await store.ledger.grant({ ...gift, reason: '=1+1, "a gift"' });
  const charged: ChargeId[] = [];
  for (let day = 0; day < 5; day += 1) {
    charged.push(idOf((await store.ledger.charge([chargeOf(id, keyId, 3, START + day * DAY)]))[0]));
  }
  await store.ledger.refund(charged[1] ?? '', 'client_gone', START + 6 * DAY);
  await store.close();
  return id;
}

test('a roll-up and a statement, as an operator uses them', async () => {
  const id = await accountWithCharges();
  const balance = async () => (await json('account', 'list'))[0].available;
  const whole = await json('account', 'statement', id);
  expect([whole.opening, whole.closing, await balance()]).toEqual([0, 95, 95]);

  expect(await run('ledger', 'roll-up', '--before', '2026-02-03')).toBe('Replaced 3 charges by 3 sums.\n');
  expect(await run('ledger', 'verify')).toContain('Every balance is the sum of its rows.');
  const csv = await run('account', 'statement', id, '--from', '2026-02-01', '--to', '2026-02-28');
  const rows = csv.trimEnd().split('\r\n');
  expect(rows[0]).toBe('at,kind,credits,balance,requests,operation,keyId,requestId,note');
  expect(rows[1]).toBe('2026-02-01T00:00:00.000Z,opening,,104,,,,,');
  expect(rows.at(-1)).toMatch(/,closing,,95,,,,,$/);
  const credits = rows.slice(2, -1).map((row) => Number(row.split(',')[2]));
  expect(credits.reduce((sum, one) => sum + one, 104)).toBe(95);
});

test('a note cannot start a formula in a spreadsheet, and quotes are doubled', async () => {
  const [{ id }] = await json('account', 'list');
  expect(await run('account', 'statement', id)).toContain(`,"'=1+1, ""a gift"""\r\n`);
});

test.each([
  [['ledger', 'roll-up', '--before', '2026-03-01'], /after two days/],
  [['ledger', 'roll-up', '--before', 'yesterday'], /calendar date/],
  [['account', 'statement', 'nobody'], /no account "nobody"/],
  [['account', 'statement', 'nobody', '--format', 'xml'], /csv, json/],
])('%j is refused with a sentence', async (args, sentence) => {
  await expect(run(...args)).rejects.toThrow(sentence);
});
