import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/driver.js';
import { openLedger } from '../../src/store/sqlite/ledger/ledger.js';
import { chargeOf, DAY, newAccount, newKey, type OpenLedger, START } from './ledger-fixtures.js';

let folder: string;
let ledger: OpenLedger;
let accountId: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  ledger = openLedger({ path: join(folder, 'ledger.db'), schema: 'migrate' });
  const account = await ledger.createAccount(newAccount());
  accountId = account.id;
  const key = await ledger.createKey(newKey(accountId));
  await ledger.grant({ accountId, credits: 10, reason: 'x', createdAt: START, expiresAt: START + DAY });
  await ledger.charge([chargeOf(accountId, key.id, 15), chargeOf(accountId, key.id, 5)]);
  await ledger.refund(1, 'client_gone', START);
  await ledger.takeBack({ accountId, grantId: 1, credits: 2, reason: 'x', at: START });
});
afterEach(async () => {
  await ledger.close();
  rmSync(folder, { recursive: true });
});

function tamper(sql: string): void {
  const database = new Database(join(folder, 'ledger.db'));
  database.pragma('foreign_keys = OFF');
  for (const table of ['grants', 'charges', 'refunds', 'take_backs', 'account_plans']) {
    database.exec(`DROP TRIGGER ${table}_never_change; DROP TRIGGER ${table}_never_go`);
  }
  database.exec(sql);
  database.close();
}

test('an untouched ledger has nothing to report', async () => {
  expect(await ledger.verify()).toEqual([]);
});

test.each([
  ['a counter', 'UPDATE grant_remaining SET remaining = remaining + 1 WHERE grant_id = 1', /counter says/],
  ['a missing counter', 'DELETE FROM grant_remaining WHERE grant_id = 1', /counter says null/],
  ['a deleted charge', 'DELETE FROM charges WHERE id = 2', /counter says/],
  ['a deleted refund', 'DELETE FROM refunds', /counter says/],
  ['a cheaper charge', 'UPDATE charges SET credits = 4 WHERE id = 2', /burned 5 of 4 credits/],
  ['a charge of another account', `UPDATE charges SET account_id = 'x' WHERE id = 2`, /of another account/],
  [
    'a charge from a grant that never was',
    `UPDATE charges SET burned = '[[9,5]]' WHERE id = 2`,
    /does not exist/,
  ],
  ['a charge after the end of its grant', 'UPDATE grants SET expires_at = 5 WHERE id = 1', /after its end/],
  [
    'a charge in the future',
    'UPDATE charges SET at = 9999999999999 WHERE id = 2',
    /later than the ledger clock/,
  ],
  [
    'a refund beyond its charge',
    `UPDATE refunds SET credits = 99, returned = '[[1,99]]'`,
    /gave grant 1 back 99/,
  ],
  ['more taken back', 'UPDATE take_backs SET credits = 3', /counter says/],
  [
    'credits taken back of a grant that never was',
    'UPDATE take_backs SET grant_id = 9',
    /there is no grant 9/,
  ],
  ['credits taken back after the end', 'UPDATE take_backs SET at = 9999999999999', /after its end/],
  [
    'a changed plan in the past',
    `INSERT INTO account_plans SELECT 1, account_id, 7, period_start, 0 FROM grants WHERE kind = 'monthly'`,
    /not the 7 monthly credits/,
  ],
  ['a larger grant', 'UPDATE grants SET credits = 11 WHERE id = 1', /counter says/],
  ['a moved period', 'UPDATE grants SET period_start = period_start + 1 WHERE id = 2', /not a period/],
  ['another plan', `UPDATE grants SET credits = 101 WHERE kind = 'monthly'`, /not the 100 monthly credits/],
])('%s is reported', async (_, sql, finding) => {
  tamper(sql);
  const findings = await ledger.verify();
  expect(findings.map(({ what }) => what).join('\n')).toMatch(finding);
});

test.each(['grants', 'charges', 'refunds', 'take_backs'])(
  'rows of %s cannot be changed or deleted',
  (table) => {
    const database = new Database(join(folder, 'ledger.db'));
    expect(() => database.exec(`UPDATE ${table} SET credits = credits + 1`)).toThrow(/are never changed/);
    expect(() => database.exec(`DELETE FROM ${table}`)).toThrow(/are never deleted/);
    database.close();
  },
);

test('a counter can never be written below zero', () => {
  const database = new Database(join(folder, 'ledger.db'));
  expect(() => database.exec('UPDATE grant_remaining SET remaining = -1')).toThrow(/CHECK/);
  database.close();
});
