import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LEDGER_ENGINES } from './support/engines.js';
import { chargeOf, DAY, idOf, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

describe.each(LEDGER_ENGINES)('verify of a ledger on $name', (engine) => {
  let folder: string;
  let ledger: OpenLedger;
  let accountId: string;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    ledger = await engine.open(folder);
    const account = await ledger.createAccount(newAccount());
    accountId = account.id;
    const key = await ledger.createKey(newKey(accountId));
    await ledger.grant({ accountId, credits: 10, reason: 'x', createdAt: START, expiresAt: START + DAY });
    const [first] = await ledger.charge([chargeOf(accountId, key.id, 15), chargeOf(accountId, key.id, 5)]);
    await ledger.refund(idOf(first), 'client_gone', START);
    await ledger.takeBack({ accountId, grantId: 1, credits: 2, reason: 'x', at: START });
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });

  test('an untouched ledger has nothing to report', async () => {
    expect(await ledger.verify()).toEqual([]);
  });

  test.each([
    ['a counter', engine.sql.raiseCounter, /the counter is/],
    ['a missing counter', engine.sql.dropCounter, /the counter is null/],
    ['a deleted charge', 'DELETE FROM charges WHERE credits = 5', /the counter is/],
    ['a deleted refund', 'DELETE FROM refunds', /the counter is/],
    ['a cheaper charge', 'UPDATE charges SET credits = 4 WHERE credits = 5', /took 5 of 4 credits/],
    [
      'a charge of another account',
      `UPDATE charges SET account_id = 'x' WHERE credits = 5`,
      /of another account/,
    ],
    [
      'a charge from a grant that never was',
      `UPDATE charges SET burned = '[[9,5]]' WHERE credits = 5`,
      /does not exist/,
    ],
    ['a charge after the end of its grant', 'UPDATE grants SET expires_at = 5 WHERE id = 1', /after its end/],
    [
      'a charge in the future',
      'UPDATE charges SET at = 9999999999999 WHERE credits = 5',
      /later than the ledger clock/,
    ],
    [
      'a refund beyond its charge',
      `UPDATE refunds SET credits = 99, returned = '[[1,99]]'`,
      /returned 99 credits to grant 1/,
    ],
    ['more taken back', 'UPDATE take_backs SET credits = 3', /the counter is/],
    [
      'credits taken back of a grant that never was',
      'UPDATE take_backs SET grant_id = 9',
      /grant 9 does not exist/,
    ],
    ['credits taken back after the end', 'UPDATE take_backs SET at = 9999999999999', /after its end/],
    [
      'a changed plan in the past',
      `INSERT INTO account_plans SELECT 1, account_id, 7, period_start, 0 FROM grants WHERE kind = 'monthly'`,
      /not the 7 monthly credits/,
    ],
    ['a larger grant', 'UPDATE grants SET credits = 11 WHERE id = 1', /the counter is/],
    ['a moved period', 'UPDATE grants SET period_start = period_start + 1 WHERE id = 2', /not a period/],
    ['another plan', `UPDATE grants SET credits = 101 WHERE kind = 'monthly'`, /not the 100 monthly credits/],
  ])('%s is reported', async (_, sql, finding) => {
    await engine.tamper(folder, sql);
    const findings = await ledger.verify();
    expect(findings.map(({ what }) => what).join('\n')).toMatch(finding);
  });

  test('however many accounts there are, and however many rows are wrong, all is told', async () => {
    await engine.write(folder, engine.sql.addManyAccounts);
    expect(await ledger.verify()).toEqual([]);
    const strayKeys = `INSERT INTO idempotency_keys SELECT id, 'stray', 'x', 0 FROM accounts`;
    await engine.tamper(folder, strayKeys);
    const findings = await ledger.verify();
    expect(findings.length).toBe(150_001);
    expect(findings.at(-1)?.what).toMatch(/^idempotency key stray: it has no charge/);
  });

  test.each(['grants', 'charges', 'refunds', 'take_backs'])(
    'rows of %s cannot be changed or deleted',
    async (table) => {
      const write = (sql: string) => engine.write(folder, sql);
      await expect(write(`UPDATE ${table} SET credits = credits + 1`)).rejects.toThrow(/are never changed/);
      await expect(write(`DELETE FROM ${table}`)).rejects.toThrow(/are never deleted/);
    },
  );

  test('a counter can never be written below zero', async () => {
    const write = engine.write(folder, engine.sql.lowerCounterBelowZero);
    await expect(write).rejects.toThrow(/check/i);
  });
});
