import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeResult } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { LEDGER_ENGINES } from './support/engines.js';
import { chargeOf, DAY, idOf, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

describe.each(LEDGER_ENGINES)('idempotency of a ledger on $name', (engine) => {
  let folder: string;
  let ledger: OpenLedger;
  let accountId: string;
  let keyId: string;
  let runs = 0;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
    ledger = await engine.open(folder);
    accountId = (await ledger.createAccount({ ...newAccount(), monthlyCredits: 1_000 })).id;
    keyId = (await ledger.createKey(newKey(accountId))).id;
  });
  afterEach(async () => {
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
    rmSync(folder, { recursive: true });
  });

  const ask = (key: string, request: string, at = START) => ({
    ...chargeOf(accountId, keyId, 2, at),
    idempotency: { key, request },
  });
  const charge = async (key: string, request: string, at = START) =>
    (await ledger.charge([ask(key, request, at)]))[0];
  const left = async (at = START) => (await ledger.balance(accountId, at)).available;

  test('it survives a restart', async () => {
    await charge('k', 'r');
    await ledger.close();
    ledger = await engine.open(folder);
    expect(await ledger.findIdempotency(accountId, 'k', START)).toEqual({ request: 'r', paid: 2 });
    expect(await charge('k', 'r')).toMatchObject({ charged: true, chargeId: null, replayed: { credits: 0 } });
    expect(await charge('k', 'other')).toMatchObject({ charged: false, keyReused: true });
    expect(await left()).toBe(998);
  });

  test('a refunded charge pays for no repetition', async () => {
    const first = idOf(await charge('k', 'r'));
    await ledger.refund(first, 'client_gone', START);
    expect(idOf(await charge('k', 'r'))).not.toEqual(first);
    expect(await left()).toBe(998);
  });

  test('a charge on which a repetition was answered is not refunded any more', async () => {
    const first = idOf(await charge('k', 'r'));
    await charge('k', 'r');
    await ledger.refund(first, 'client_gone', START);
    expect(await left()).toBe(998);
  });

  test('a clock that steps back brings no expired key back', async () => {
    const first = idOf(await charge('k', 'r'));
    await charge('other', 'r', START + DAY);
    const again = await charge('k', 'r', START);
    expect(kindOf(again)).toBe('charged');
    expect(idOf(again)).not.toEqual(first);
  });

  test('expired rows go with the new ones: the table stays as long as what is live', async () => {
    for (let day = 0; day < 6; day += 1) {
      for (let index = 0; index < 20; index += 1) await charge(`${day}-${index}`, 'r', START + day * 2 * DAY);
    }
    expect(await engine.countRows(folder, 'idempotency_keys')).toBe(20);
  });

  test('whatever is asked in whatever batches, each live key is charged once for one request', async () => {
    const step = fc.record({
      waitHours: fc.integer({ min: 0, max: 20 }),
      batch: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('r', 's')), {
        minLength: 1,
        maxLength: 5,
      }),
    });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.uuid(), async (steps, run) => {
      const model = new Map<string, { request: string; at: number }>();
      let at = Math.max(START, Date.UTC(2026, 1, 1) + runs++ * 400 * 3_600_000);
      for (const { waitHours, batch } of steps) {
        at += waitHours * 3_600_000;
        await ledger.grant({ accountId, credits: 20, reason: 'x', createdAt: at, expiresAt: null });
        const results = await ledger.charge(batch.map(([key, request]) => ask(`${run}${key}`, request, at)));
        const expected = batch.map(([key, request]) => {
          const held = model.get(key);
          if (held && held.at > at - DAY) return held.request === request ? 'replayed' : 'reused';
          model.set(key, { request, at });
          return 'charged';
        });
        expect(results.map(kindOf)).toEqual(expected);
      }
    });
    await fc.assert(property, { numRuns: budget(60) });
  });
});

function kindOf(result: ChargeResult | undefined): string {
  if (!result?.charged) return result?.keyReused ? 'reused' : 'refused';
  return result.replayed ? 'replayed' : 'charged';
}
