import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LEDGER_ENGINES } from './support/engines.js';
import { chargeOf, DAY, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

describe.each(LEDGER_ENGINES)('pages of a ledger on $name', (engine) => {
  let folder: string;
  let ledger: OpenLedger;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    ledger = await engine.open(folder);
  });
  afterEach(async () => {
    await ledger.close();
    rmSync(folder, { recursive: true });
  });

  test('have all accounts in the order of the list, each with the balance that is asked of it alone', async () => {
    const made = [];
    for (let n = 0; n < 7; n += 1) {
      made.push(await ledger.createAccount({ ...newAccount(), createdAt: START + n * DAY }));
    }
    const ids = made.map(({ id }) => id);
    const [spent = '', granted = '', ended = '', changed = '', closed = ''] = ids;
    const key = await ledger.createKey(newKey(spent));
    const now = START + 10 * DAY;
    await ledger.charge([chargeOf(spent, key.id, 7, now)]);
    const grant = { credits: 10, reason: 'x', createdAt: now };
    await ledger.grant({ ...grant, accountId: granted, expiresAt: null });
    await ledger.grant({ ...grant, accountId: granted, credits: 4, expiresAt: now + DAY });
    await ledger.grant({ ...grant, accountId: ended, expiresAt: now + 1 });
    await ledger.changeAccount(changed, { monthlyCredits: 30 }, now);
    await ledger.setAccountStatus(closed, 'closed', now);

    for (const [at, availables] of [
      [now, [93, 114, 110, 100, 100, 100, 100]],
      [now + 2 * DAY, [93, 110, 100, 100, 100, 100, 100]],
      [now + 60 * DAY, [100, 110, 100, 30, 0, 100, 100]],
    ] as const) {
      const first = await ledger.pageAccounts({ limit: 3, offset: 0 }, at);
      const rest = await ledger.pageAccounts({ limit: 100, offset: 3 }, at);
      const rows = [...first.accounts, ...rest.accounts];
      expect([first.accounts.length, first.totalCount, rest.totalCount]).toEqual([3, 7, 7]);
      expect(rows.map(({ available, ...account }) => account)).toEqual(await ledger.listAccounts());
      expect(rows.map(({ available }) => available)).toEqual(availables);
      const alone = await Promise.all(ids.map((id) => ledger.balance(id, at)));
      expect(alone.map(({ available }) => available)).toEqual(availables);
    }
    expect(await ledger.pageAccounts({ limit: 5, offset: 7 }, now)).toEqual({ accounts: [], totalCount: 7 });
  });

  test('have all keys, or those of one account, and a key is found by its id', async () => {
    const [one, other] = [await ledger.createAccount(newAccount()), await ledger.createAccount(newAccount())];
    for (const [n, digit] of [...'abcdef'].entries()) {
      const { id } = n < 4 ? one : other;
      await ledger.createKey({ ...newKey(id, digit), createdAt: START + n });
    }
    const all = await ledger.listKeys(null);
    expect(await ledger.pageKeys(null, { limit: 2, offset: 1 })).toEqual({
      keys: all.slice(1, 3),
      totalCount: 6,
    });
    expect(await ledger.pageKeys(other.id, { limit: 1, offset: 1 })).toEqual({
      keys: [all[5]],
      totalCount: 2,
    });
    expect(await ledger.pageKeys('acc_none', { limit: 9, offset: 0 })).toEqual({ keys: [], totalCount: 0 });
    expect(await ledger.getKey(all[3]?.id ?? '')).toEqual(all[3]);
    expect(await ledger.getKey('key_none')).toBeUndefined();
  });

  test('have all grants of an account, with what was spent and taken back, and a grant is found by its number', async () => {
    const [one, other] = [await ledger.createAccount(newAccount()), await ledger.createAccount(newAccount())];
    const key = await ledger.createKey(newKey(one.id));
    for (let n = 0; n < 6; n += 1) {
      const { id: accountId } = n === 3 ? other : one;
      await ledger.grant({
        accountId,
        credits: 10 + n,
        reason: `${n}`,
        createdAt: START + n,
        expiresAt: null,
      });
    }
    // The monthly credits are spent first, then the oldest grant.
    await ledger.charge([chargeOf(one.id, key.id, 104, START + DAY)]);
    const all = await ledger.listGrants(one.id);
    const id = all[1]?.id ?? 0;
    await ledger.takeBack({ accountId: one.id, grantId: id, credits: 3, reason: 'x', at: START + DAY });
    const now = await ledger.listGrants(one.id);
    expect(now.map(({ credits, spent, takenBack }) => [credits, spent, takenBack])).toEqual([
      [10, 4, 0],
      [11, 0, 3],
      [12, 0, 0],
      [14, 0, 0],
      [15, 0, 0],
      [100, 100, 0],
    ]);
    expect(await ledger.pageGrants(one.id, { limit: 3, offset: 0 })).toEqual({
      grants: now.slice(0, 3),
      totalCount: 6,
    });
    expect(await ledger.pageGrants(one.id, { limit: 3, offset: 5 })).toEqual({
      grants: now.slice(5),
      totalCount: 6,
    });
    expect(await ledger.pageGrants('acc_none', { limit: 9, offset: 0 })).toEqual({
      grants: [],
      totalCount: 0,
    });
    expect(await ledger.getGrant(one.id, id)).toEqual(now[1]);
    expect([await ledger.getGrant(other.id, id), await ledger.getGrant(one.id, 999_999)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
