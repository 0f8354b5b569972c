import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  type ChargeRequest,
  ConflictError,
  type KeyRecord,
} from '../../../../src/store/store.js';
import { chargeOf, DAY, idOf, newAccount, newKey, type OpenLedger, START } from './fixtures.js';

/** What every ledger guarantees. `openLedger` opens the ledger that lives in a folder, and makes it the first time. */
export function ledgerContract(name: string, openLedger: (folder: string) => Promise<OpenLedger>): void {
  describe(`ledger on ${name}`, () => {
    let folder: string;
    let ledger: OpenLedger;
    let account: Account;
    let key: KeyRecord;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
      ledger = await openLedger(folder);
      account = await ledger.createAccount(newAccount());
      key = await ledger.createKey(newKey(account.id));
    });

    afterEach(async () => {
      const findings = await ledger.verify();
      await ledger.close();
      rmSync(folder, { recursive: true });
      expect(findings).toEqual([]);
    });

    const spend = (credits: number, at = START): ChargeRequest => chargeOf(account.id, key.id, credits, at);
    /** Charges once, and gives the id. */
    const chargeIdOf = async (request: ChargeRequest) => idOf((await ledger.charge([request]))[0]);
    const available = async (at = START) => (await ledger.balance(account.id, at)).available;
    const extra = (credits: number, expiresAt: number | null, createdAt = START) =>
      ledger.grant({ accountId: account.id, credits, reason: 'gift', createdAt, expiresAt });

    test('a new account holds its monthly credits before anything was written for the period', async () => {
      expect(await ledger.balance(account.id, START)).toEqual({
        available: 100,
        periodStart: START,
        resetsAt: Date.UTC(2026, 1, 28, 9),
      });
    });

    test('a charge lowers the balance by its credits', async () => {
      const chargeId = expect.toSatisfy((id) => typeof id === 'string' || Number.isSafeInteger(id));
      expect(await ledger.charge([spend(7)])).toEqual([{ charged: true, chargeId, remaining: 93 }]);
      expect(await available()).toBe(93);
    });

    test('a charge that the balance does not cover takes nothing and says what there is', async () => {
      await ledger.charge([spend(98)]);
      expect(await ledger.charge([spend(3)])).toEqual([
        { charged: false, available: 2, resetsAt: Date.UTC(2026, 1, 28, 9) },
      ]);
      expect(await available()).toBe(2);
    });

    test('in a batch each request is all or nothing, in its order', async () => {
      const results = await ledger.charge([spend(60), spend(60), spend(40), spend(1)]);
      expect(results.map(({ charged }) => charged)).toEqual([true, false, true, false]);
      expect(await available()).toBe(0);
    });

    test('a batch may hold several accounts, and one never pays for another', async () => {
      const other = await ledger.createAccount({ ...newAccount(), monthlyCredits: 5 });
      const otherKey = await ledger.createKey(newKey(other.id, 'b'));
      await ledger.charge([
        spend(10),
        chargeOf(other.id, otherKey.id, 5),
        chargeOf(other.id, otherKey.id, 1),
      ]);
      expect(await available()).toBe(90);
      expect((await ledger.balance(other.id, START)).available).toBe(0);
    });

    test('a charge of 0 credits succeeds and writes no row', async () => {
      expect(await ledger.charge([spend(0)])).toEqual([{ charged: true, chargeId: null, remaining: 100 }]);
      expect(await ledger.usage(account.id, 0, START + DAY)).toEqual([]);
    });

    test('a charge whose breakdown is not its sum, or that is no positive integer, is refused as a whole', async () => {
      for (const bad of [{ ...spend(2), credits: 3 }, spend(-1), spend(1.5), spend(Number.NaN)]) {
        await expect(ledger.charge([spend(1), bad])).rejects.toThrow(RangeError);
      }
      expect(await available()).toBe(100);
    });

    test('monthly credits are renewed at the anniversary, clipped to the month, and do not roll over', async () => {
      await ledger.charge([spend(30)]);
      const reset = Date.UTC(2026, 1, 28, 9);
      expect(await available(reset - 1)).toBe(70);
      expect(await available(reset)).toBe(100);
      await ledger.charge([spend(1, reset)]);
      expect(await available(reset)).toBe(99);
      expect((await ledger.balance(account.id, reset)).resetsAt).toBe(Date.UTC(2026, 2, 31, 9));
    });

    test('a period is granted once, also when the ledger is opened again', async () => {
      await ledger.charge([spend(1)]);
      await ledger.close();
      ledger = await openLedger(folder);
      await ledger.charge([spend(1)]);
      const monthly = (await ledger.listGrants(account.id)).filter(({ kind }) => kind === 'monthly');
      expect(monthly).toMatchObject([{ credits: 100, spent: 2, expiresAt: Date.UTC(2026, 1, 28, 9) }]);
    });

    test('what expires first burns first, and grants without an end burn last', async () => {
      const forever = await extra(10, null);
      const soon = await extra(10, START + DAY);
      await ledger.charge([spend(115)]);
      const spent = new Map((await ledger.listGrants(account.id)).map((grant) => [grant.id, grant.spent]));
      expect(spent.get(soon.id)).toBe(10);
      expect(spent.get(forever.id)).toBe(5);
    });

    test('of two grants with one expiry the older burns first', async () => {
      const younger = await extra(10, START + DAY, START + 2);
      const older = await extra(10, START + DAY, START + 1);
      await ledger.charge([spend(10)]);
      const spent = new Map((await ledger.listGrants(account.id)).map((grant) => [grant.id, grant.spent]));
      expect([spent.get(older.id), spent.get(younger.id)]).toEqual([10, 0]);
    });

    test('an expired grant is worth nothing, from the millisecond of its expiry on', async () => {
      await extra(10, START + DAY);
      expect(await available(START + DAY - 1)).toBe(110);
      expect(await available(START + DAY)).toBe(100);
    });

    test('a grant is a positive integer that expires after it is made', async () => {
      await expect(extra(0, null)).rejects.toThrow(RangeError);
      await expect(extra(1.5, null)).rejects.toThrow(RangeError);
      await expect(extra(1, START)).rejects.toThrow(RangeError);
    });

    test('a refund gives back once, to the grants that were burned, and leaves the charge', async () => {
      await extra(10, START + DAY);
      const id = await chargeIdOf(spend(15));
      await ledger.refund(id, 'client_gone', START);
      await ledger.refund(id, 'client_gone', START);
      expect(await available()).toBe(110);
      expect((await ledger.listGrants(account.id)).map(({ spent }) => spent)).toEqual([0, 0]);
      expect(await ledger.usage(account.id, START, START + 1)).toMatchObject([{ credits: 15, refunded: 15 }]);
    });

    test('a refund does not revive what has expired meanwhile', async () => {
      await extra(10, START + DAY);
      const id = await chargeIdOf(spend(15));
      await ledger.refund(id, 'client_gone', START + DAY);
      expect(await available(START + DAY)).toBe(100);
      expect(await ledger.usage(account.id, 0, START + DAY)).toMatchObject([{ credits: 15, refunded: 5 }]);
    });

    test('other monthly credits count from the next period on, the last change before it wins, and statements know', async () => {
      const reset = Date.UTC(2026, 1, 28, 9);
      const changed = await ledger.changeAccount(account.id, { monthlyCredits: 7 }, START + 1);
      expect(changed).toMatchObject({ monthlyCredits: 7, monthlyCreditsSince: reset, status: 'active' });
      await ledger.changeAccount(account.id, { monthlyCredits: 8 }, START + 2);
      expect([await available(reset - 1), await available(reset)]).toEqual([100, 8]);
      const later = Date.UTC(2026, 3, 10);
      expect(await ledger.statement(account.id, 0, later, later)).toMatchObject({ closing: 8 });
      await ledger.charge([spend(3, later)]);
      expect(await available(later)).toBe(5);
    });

    test('what is left unspent of a grant can be taken back, no more, and a refund gives back only what was spent', async () => {
      const { id: grantId } = await extra(10, START + DAY);
      const id = await chargeIdOf(spend(4));
      const take = (credits: number | null, at = START) =>
        ledger.takeBack({ accountId: account.id, grantId, credits, reason: 'a mistake', at });
      await expect(take(7)).rejects.toThrow(ConflictError);
      await expect(take(0)).rejects.toThrow(RangeError);
      expect(await take(2)).toMatchObject({ credits: 10, spent: 4, takenBack: 2 });
      expect(await take(null)).toMatchObject({ spent: 4, takenBack: 6 });
      await expect(take(null)).rejects.toThrow(/has no unspent credits|are unspent/);
      expect(await available()).toBe(100);
      await ledger.refund(id, 'client_gone', START);
      expect(await available()).toBe(104);
      const { closing, lines } = await ledger.statement(account.id, 0, START + 1, START);
      expect(closing).toBe(104);
      expect(lines.filter(({ kind }) => kind === 'take_back')).toMatchObject([
        { credits: -2, note: 'a mistake' },
        { credits: -4 },
      ]);
      await expect(take(1, START + DAY)).rejects.toThrow(/has ended/);
    });

    test('an account is suspended, resumed and closed for good; a closed one gets no more credits and keeps its rows', async () => {
      const reset = Date.UTC(2026, 1, 28, 9);
      const set = (status: 'active' | 'suspended' | 'closed') =>
        ledger.setAccountStatus(account.id, status, START);
      expect((await set('suspended')).status).toBe('suspended');
      expect((await ledger.findKey('a'.repeat(64), START))?.account.status).toBe('suspended');
      await expect(set('suspended')).rejects.toThrow(ConflictError);
      expect((await set('active')).status).toBe('active');
      await ledger.charge([spend(5)]);
      expect((await set('closed')).status).toBe('closed');
      await expect(set('active')).rejects.toThrow(/is closed/);
      await expect(ledger.changeAccount(account.id, { name: 'x' }, START)).rejects.toThrow(ConflictError);
      await expect(extra(1, null)).rejects.toThrow(ConflictError);
      await expect(ledger.createKey(newKey(account.id, 'e'))).rejects.toThrow(ConflictError);
      expect([await available(reset - 1), await available(reset)]).toEqual([95, 0]);
      expect(await ledger.usage(account.id, 0, reset)).toMatchObject([{ credits: 5 }]);
      expect(await ledger.statement(account.id, 0, reset + 1, reset + 1)).toMatchObject({ closing: 0 });
    });

    test('no two accounts have one name, and none has the id of another as its name', async () => {
      const plan = newAccount();
      const other = await ledger.createAccount(plan);
      for (const name of [plan.name, other.id]) {
        await expect(ledger.createAccount({ ...newAccount(), name })).rejects.toThrow(ConflictError);
        await expect(ledger.changeAccount(account.id, { name }, START)).rejects.toThrow(ConflictError);
      }
      await expect(ledger.changeAccount(other.id, { name: ' x' }, START)).rejects.toThrow(RangeError);
      expect((await ledger.changeAccount(other.id, { name: plan.name }, START)).name).toBe(plan.name);
      await expect(ledger.changeAccount('nobody', { name: 'x' }, START)).rejects.toThrow(RangeError);
    });

    test('a refund of a charge that does not exist is refused', async () => {
      for (const id of [99, 'none', Number.MAX_SAFE_INTEGER]) {
        await expect(ledger.refund(id, 'client_gone', START)).rejects.toThrow(RangeError);
      }
    });

    test('a clock that steps back revives no past period and grants none twice', async () => {
      const reset = Date.UTC(2026, 1, 28, 9);
      await ledger.charge([spend(40)]);
      await ledger.charge([spend(100, reset)]);
      expect(await available(START)).toBe(0);
      expect(await ledger.charge([spend(1, START)])).toMatchObject([{ charged: false, available: 0 }]);
      await ledger.close();
      ledger = await openLedger(folder);
      expect(await ledger.charge([spend(1, START)])).toMatchObject([{ charged: false, available: 0 }]);
    });

    test('a period in which nothing happened leaves nothing behind', async () => {
      const later = Date.UTC(2027, 5, 15);
      expect(await available(later)).toBe(100);
      await ledger.charge([spend(1, later)]);
      expect(await ledger.listGrants(account.id)).toHaveLength(1);
    });

    test('an account without monthly credits lives on its grants alone', async () => {
      const prepaid = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0 });
      const prepaidKey = await ledger.createKey(newKey(prepaid.id, 'c'));
      expect(await ledger.charge([chargeOf(prepaid.id, prepaidKey.id, 1)])).toMatchObject([
        { charged: false },
      ]);
      await ledger.grant({
        accountId: prepaid.id,
        credits: 2,
        reason: 'sale',
        createdAt: START,
        expiresAt: null,
      });
      expect(await ledger.charge([chargeOf(prepaid.id, prepaidKey.id, 2)])).toMatchObject([{ remaining: 0 }]);
    });

    test('usage adds up by day, operation and key', async () => {
      await ledger.charge([spend(1), spend(2), { ...spend(2), operation: 'searchFilings' }]);
      await ledger.charge([spend(4, START + DAY)]);
      expect(await ledger.usage(account.id, START, START + DAY + 1)).toEqual([
        { day: '2026-01-31', operation: 'getEntity', keyId: key.id, requests: 2, credits: 3, refunded: 0 },
        {
          day: '2026-01-31',
          operation: 'searchFilings',
          keyId: key.id,
          requests: 1,
          credits: 2,
          refunded: 0,
        },
        { day: '2026-02-01', operation: 'getEntity', keyId: key.id, requests: 1, credits: 4, refunded: 0 },
      ]);
      expect(await ledger.usage(account.id, START, START + DAY)).toHaveLength(2);
    });

    test('a key is found by its hash with its account, and by nothing else', async () => {
      expect(await ledger.findKey(newKey(account.id).hash, START)).toEqual({
        ...key,
        account,
        expired: false,
      });
      expect(await ledger.findKey('0'.repeat(64), START)).toBeUndefined();
    });

    test('a revoked key stays on record with the time of its first revocation', async () => {
      expect(await ledger.revokeKey(key.id, START + 1)).toBe(true);
      expect(await ledger.revokeKey(key.id, START + 2)).toBe(false);
      expect(await ledger.revokeKey('key_unknown', START)).toBe(false);
      expect((await ledger.listKeys(account.id))[0]?.revokedAt).toBe(START + 1);
    });

    test('the end of a key can be moved nearer, never further', async () => {
      expect(await ledger.expireKey(key.id, START + DAY)).toBe(true);
      expect(await ledger.expireKey(key.id, START + 2 * DAY)).toBe(false);
      expect((await ledger.listKeys(null))[0]?.expiresAt).toBe(START + DAY);
    });

    test('last use only moves forward', async () => {
      await ledger.touchKeys(new Map([[key.id, START + 5]]));
      await ledger.touchKeys(new Map([[key.id, START + 3]]));
      expect((await ledger.listKeys(account.id))[0]?.lastUsedAt).toBe(START + 5);
    });

    test('everything is there again after the ledger was closed and opened', async () => {
      await extra(10, null);
      await ledger.charge([spend(3)]);
      const before = [
        await ledger.listAccounts(),
        await ledger.listKeys(null),
        await ledger.listGrants(account.id),
      ];
      await ledger.close();
      ledger = await openLedger(folder);
      expect([
        await ledger.listAccounts(),
        await ledger.listKeys(null),
        await ledger.listGrants(account.id),
      ]).toEqual(before);
      expect(await ledger.getAccount(account.id)).toEqual(account);
      expect(await available()).toBe(107);
    });
  });
}
