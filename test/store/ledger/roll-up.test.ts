import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OperationId } from '../../../src/contract/vocabulary.js';
import { periodAt } from '../../../src/domain/accounts/credits.js';
import type { Account, ChargeId, KeyRecord } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { LEDGER_ENGINES } from './support/engines.js';
import { chargeOf, DAY, idOf, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

interface Step {
  readonly key: number;
  readonly operation: OperationId;
  readonly credits: number;
  readonly waitMs: number;
  readonly grant: number;
  readonly refunded: boolean;
  readonly refundAfterMs: number;
}

const HOUR = 3_600_000;
const step: fc.Arbitrary<Step> = fc.record({
  key: fc.nat(2),
  operation: fc.constantFrom('getEntity', 'searchEntities', 'searchFilings'),
  credits: fc.integer({ min: 1, max: 30 }),
  waitMs: fc.oneof(fc.nat(HOUR), fc.integer({ min: 0, max: 9 * DAY })),
  grant: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50 })),
  refunded: fc.boolean(),
  refundAfterMs: fc.oneof(fc.nat(50), fc.nat(3 * DAY)),
});

describe.each(LEDGER_ENGINES)('roll-ups and statements of a ledger on $name', (engine) => {
  let folder: string;
  let ledger: OpenLedger;
  let accounts: Account[];
  let keys: KeyRecord[];

  beforeEach(() => open());
  afterEach(() => close());

  async function open(): Promise<void> {
    folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    ledger = await engine.open(folder);
    accounts = [await ledger.createAccount(newAccount()), await ledger.createAccount(newAccount())];
    keys = [];
    for (const [index, digit] of ['a', 'b', 'c'].entries()) {
      keys.push(await ledger.createKey(newKey(accounts[index % 2]?.id ?? '', digit)));
    }
  }

  async function close(): Promise<void> {
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
    rmSync(folder, { recursive: true });
  }

  /** Charges, grants and refunds one after another; returns the time after them. */
  async function live(steps: readonly Step[]): Promise<number> {
    let now = START;
    for (const { key: which, operation, credits, waitMs, grant, refunded, refundAfterMs } of steps) {
      now += waitMs;
      const { id, accountId } = keys[which] as KeyRecord;
      const expiresAt = now + 5 * DAY;
      if (grant > 0)
        await ledger.grant({ accountId, credits: grant, reason: 'x', createdAt: now, expiresAt });
      const [result] = await ledger.charge([{ ...chargeOf(accountId, id, credits, now), operation }]);
      if (!refunded || !result?.charged || result.chargeId === null) continue;
      now += refundAfterMs;
      await ledger.refund(result.chargeId, 'client_gone', now);
    }
    return now;
  }

  /** All that is counted: balances, and usage over everything, by day and by period. */
  async function counted(now: number) {
    const of = async ({ id, createdAt }: Account) => {
      const { start, end } = periodAt(createdAt, now - 20 * DAY);
      const day = now - (now % DAY) - 9 * DAY;
      return [
        await ledger.balance(id, now),
        await ledger.usage(id, 0, now + 1),
        await ledger.usage(id, start, end),
        await ledger.usage(id, day, day + DAY),
        (await ledger.listGrants(id)).map(({ spent }) => spent),
        (await ledger.statement(id, 0, now + 1, now)).closing,
      ];
    };
    return Promise.all(accounts.map(of));
  }

  test('a roll-up at any time, and another later, changes no balance, no usage total and no spent grant', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(fc.integer({ min: 2, max: 60 }), { minLength: 1, maxLength: 3 }),
      async (steps, ages) => {
        await close();
        await open();
        const now = await live(steps);
        const before = await counted(now);
        for (const age of ages) {
          await ledger.rollUp(now - age * DAY, now);
          expect(await ledger.verify()).toEqual([]);
          expect(await counted(now)).toEqual(before);
        }
        const { id, accountId } = keys[0] as KeyRecord;
        const { available } = await ledger.balance(accountId, now);
        const [result] = await ledger.charge([chargeOf(accountId, id, 1, now)]);
        expect(result?.charged).toBe(available > 0);
      },
    );
    await fc.assert(property, { numRuns: budget(60) });
  });

  test('many charges become one row for each day, operation and key, and ids are never given twice', async () => {
    const { id, accountId } = keys[0] as KeyRecord;
    await ledger.grant({ accountId, credits: 20_000, reason: 'x', createdAt: START, expiresAt: null });
    const given = new Set<ChargeId>();
    for (let count = 0; count < 12; count += 1) {
      const results = await ledger.charge(
        Array.from({ length: 1_000 }, () => chargeOf(accountId, id, 1, START + count)),
      );
      for (const result of results) given.add(idOf(result));
    }
    const now = START + 10 * DAY;
    expect(await ledger.rollUp(now - 3 * DAY, now)).toEqual({ charges: 11_999, sums: 3 });
    expect(await ledger.rollUp(now - 3 * DAY, now)).toEqual({ charges: 0, sums: 0 });
    expect(given.size).toBe(12_000);
    expect(given).not.toContain(idOf((await ledger.charge([chargeOf(accountId, id, 1, now)]))[0]));
    const usage = await ledger.usage(accountId, 0, now + 1);
    expect(usage.map(({ requests, credits }) => [requests, credits])).toEqual([
      [12_000, 12_000],
      [1, 1],
    ]);
  });

  test('what is younger than two days stays as it is, and so does what may still be repeated', async () => {
    const { id, accountId } = keys[0] as KeyRecord;
    await ledger.charge([chargeOf(accountId, id, 1)]);
    await expect(ledger.rollUp(START - DAY, START)).rejects.toThrow(/after two days/);
    await expect(ledger.rollUp(START, START + DAY)).rejects.toThrow(RangeError);
  });

  test('after a roll-up a row that is changed or deleted is still found', async () => {
    const { id, accountId } = keys[0] as KeyRecord;
    await ledger.charge([chargeOf(accountId, id, 5), chargeOf(accountId, id, 6), chargeOf(accountId, id, 7)]);
    await ledger.rollUp(START + DAY, START + 9 * DAY);
    for (const [sql, refusal] of [
      ['DELETE FROM charge_sums', /never deleted/],
      ['UPDATE grant_sums SET burned = 1', /never changed/],
      ['DELETE FROM charges', /never deleted/],
      [engine.sql.forgetRollUp, /stays so/],
    ] as const) {
      await expect(engine.write(folder, sql)).rejects.toThrow(refusal);
    }
    await engine.tamper(folder, 'UPDATE charge_sums SET credits = credits + 1');
    expect((await ledger.verify()).map(({ what }) => what).join()).toMatch(
      /1 credits more than were taken from its grants/,
    );
    await engine.write(folder, 'UPDATE charge_sums SET credits = credits - 1');
  });

  test('a statement adds up to the balance at any time, whatever happened and whatever was rolled up', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      fc.nat(90),
      fc.nat(90),
      fc.boolean(),
      async (steps, daysBack, waitDays, rolled) => {
        await close();
        await open();
        const now = (await live(steps)) + waitDays * DAY;
        if (rolled) await ledger.rollUp(now - 2 * DAY, now);
        for (const { id } of accounts) {
          const { available } = await ledger.balance(id, now);
          const whole = await ledger.statement(id, 0, now + 1, now);
          expect([whole.opening, whole.closing]).toEqual([0, available]);
          const part = await ledger.statement(id, now - daysBack * DAY, now + 1, now);
          const sum = part.lines.reduce((total, { credits }) => total + credits, part.opening);
          expect([sum, part.closing]).toEqual([available, available]);
          for (const { balance } of whole.lines) expect(balance).toBeGreaterThanOrEqual(0);
          expect(whole.lines.at(-1)?.balance ?? 0).toBe(available);
        }
      },
    );
    await fc.assert(property, { numRuns: budget(60) });
  });
});
