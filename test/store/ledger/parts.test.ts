import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumByItem, sumOf } from '../../../src/domain/accounts/credits.js';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { openLedger } from '../../../src/store/sqlite/ledger/ledger.js';
import { LEDGER_MIGRATIONS } from '../../../src/store/sqlite/ledger/migrations.js';
import type { ChargeId, ChargeRequest, ChargeResult, PriceItem } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { LEDGER_ENGINES, type LedgerEngine } from './support/engines.js';
import { DAY, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

const CREDITS = 40;
const ITEMS = ['entity', 'ucc', 'ppp'] as const;

interface Ask {
  readonly key: string;
  readonly request: string;
  /** Of each place the items that are due. */
  readonly places: readonly (readonly (typeof ITEMS)[number][])[];
}

type Step =
  | { readonly do: 'ask'; readonly asks: readonly Ask[] }
  | { readonly do: 'refund'; readonly which: number }
  | { readonly do: 'wait'; readonly hours: number };

const ask: fc.Arbitrary<Ask> = fc.record({
  key: fc.constantFrom('a', 'b'),
  request: fc.constantFrom('r', 'r', 'r', 's'),
  places: fc.array(fc.subarray([...ITEMS]), { minLength: 1, maxLength: 4 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      asks: fc.array(ask, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(12) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: -5, max: 14 }) }),
  },
);

interface Payment {
  readonly parts: readonly string[];
  isReliedUpon: boolean;
  isRefunded: boolean;
}

/** Under each key a list of payments; what they name was paid. Nothing is looked up but by going through the lists. */
class Model {
  available = CREDITS;
  readonly #keys = new Map<string, { request: string; at: number; payments: Payment[] }>();
  readonly #charges: Payment[] = [];

  ask({ key, request, places }: Ask, at: number): string {
    const due = places.flatMap((items, place) => items.map((item) => `${place} ${item}`));
    if (due.length === 0) return 'charged 0';
    let held = this.#keys.get(key);
    if (held && (held.at <= at - DAY || held.payments.every(({ isRefunded }) => isRefunded)))
      held = undefined;
    if (held && held.request !== request) return 'reused';
    const valid = held?.payments.filter(({ isRefunded }) => !isRefunded) ?? [];
    const open = due.filter((part) => !valid.some(({ parts }) => parts.includes(part)));
    if (open.length > this.available) return 'refused';
    for (const payment of valid) payment.isReliedUpon = true;
    if (open.length > 0) {
      this.#forgetExpired(at);
      const payment = { parts: open, isReliedUpon: false, isRefunded: false };
      this.available -= open.length;
      this.#charges.push(payment);
      if (held) held.payments.push(payment);
      else this.#keys.set(key, { request, at, payments: [payment] });
    }
    return `${held ? 'replayed' : 'charged'} ${open.length}`;
  }

  /** That an answer relied on a payment is known as long as its key: the next payment takes expired keys away. */
  #forgetExpired(at: number): void {
    for (const [key, held] of this.#keys) {
      if (held.at > at - DAY) continue;
      for (const payment of held.payments) payment.isReliedUpon = false;
      this.#keys.delete(key);
    }
  }

  /** The place of a charge among all of them. */
  place(which: number): number | undefined {
    return this.#charges.length === 0 ? undefined : which % this.#charges.length;
  }

  refund(place: number): void {
    const payment = this.#charges[place];
    if (!payment || payment.isRefunded || payment.isReliedUpon) return;
    payment.isRefunded = true;
    this.available += payment.parts.length;
  }
}

function outcomeOf(result: ChargeResult, requested: ChargeRequest): string {
  if (!result.charged) return result.keyReused ? 'reused' : 'refused';
  return result.replayed ? `replayed ${result.replayed.credits}` : `charged ${requested.credits}`;
}

function requestOf(
  { key, request, places }: Ask,
  accountId: string,
  keyId: string,
  at: number,
): ChargeRequest {
  const parts = places.map((items) => items.map((item): PriceItem => ({ item, credits: 1 })));
  const breakdown = sumByItem(parts.flat());
  const idempotency = { key, request, parts };
  return {
    accountId,
    keyId,
    requestId: 'r',
    operation: 'batch',
    credits: sumOf(breakdown),
    breakdown,
    at,
    idempotency,
  };
}

async function withLedger(
  engine: LedgerEngine,
  use: (ledger: OpenLedger, folder: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-parts-'));
  const ledger = await engine.open(folder);
  try {
    await use(ledger, folder);
  } finally {
    await ledger.close();
    rmSync(folder, { recursive: true });
  }
}

describe.each(LEDGER_ENGINES)('parts that a ledger was paid for, on $name', (engine) => {
  test('whatever is repeated, refunded and waited for, each part of a request is paid once, as a plain model says', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      await withLedger(engine, async (ledger) => {
        const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0 });
        const key = await ledger.createKey(newKey(account.id));
        await ledger.grant({
          accountId: account.id,
          credits: CREDITS,
          reason: 'x',
          createdAt: START,
          expiresAt: null,
        });
        const model = new Model();
        const ids: ChargeId[] = [];
        let now = START;
        let latest = START;
        for (const next of steps) {
          if (next.do === 'wait') now += next.hours * 3_600_000;
          if (next.do === 'ask') {
            latest = Math.max(latest, now);
            const requests = next.asks.map((requested) => requestOf(requested, account.id, key.id, now));
            const results = await ledger.charge(requests);
            for (const result of results)
              if (result.charged && result.chargeId !== null) ids.push(result.chargeId);
            const outcomes = results.map((result, at) => outcomeOf(result, requests[at] as ChargeRequest));
            expect(outcomes).toEqual(next.asks.map((requested) => model.ask(requested, latest)));
          }
          const place = next.do === 'refund' ? model.place(next.which) : undefined;
          if (place !== undefined) {
            await ledger.refund(ids[place] ?? '', 'client_gone', latest);
            model.refund(place);
          }
          expect((await ledger.balance(account.id, latest)).available).toBe(model.available);
          expect(await ledger.verify()).toEqual([]);
        }
      });
    });
    const one: Ask = { key: 'a', request: 'r', places: [['ppp']] };
    const relied: Step[] = [
      { do: 'ask', asks: [one] },
      { do: 'ask', asks: [one] },
      { do: 'wait', hours: 24 },
      { do: 'ask', asks: [one] },
      { do: 'refund', which: 0 },
    ];
    await fc.assert(property, { numRuns: budget(150), examples: [[relied]] });
  });

  test('a part that is stored as paid twice, or not as its charge, is a finding', async () => {
    await withLedger(engine, async (ledger, folder) => {
      const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 10 });
      const key = await ledger.createKey(newKey(account.id));
      await ledger.charge([
        requestOf({ key: 'k', request: 'r', places: [['entity', 'ucc']] }, account.id, key.id, START),
      ]);
      expect(await ledger.verify()).toEqual([]);
      for (const parts of ['[[0,"entity",2],[0,"ucc",1]]', '[[0,"entity",1],[0,"entity",1]]']) {
        await engine.write(folder, `UPDATE idempotency_charges SET parts = '${parts}'`);
        expect(await ledger.verify()).toMatchObject([{ accountId: account.id }]);
      }
    });
  });
});

test('a key of an older version paid for its whole request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-parts-'));
  const path = join(folder, 'ledger.db');
  const old = openDatabase({
    path,
    schema: 'migrate',
    migrations: LEDGER_MIGRATIONS.filter(({ version }) => version <= 6),
    synchronous: 'full',
    busyTimeoutMs: 1_000,
  });
  old.exec(`
    INSERT INTO accounts VALUES ('acc', 'a', 0, 60, ${START});
    INSERT INTO api_keys VALUES ('key', 'acc', 'k', 'h', 'p', 'read', ${START}, NULL, NULL, NULL);
    INSERT INTO grants VALUES (1, 'acc', 'extra', 10, 'x', NULL, ${START}, NULL);
    INSERT INTO grant_remaining VALUES (1, 'acc', 9);
    INSERT INTO charges VALUES (1, ${START}, 'acc', 'key', 'batch', 1, '[{"item":"entity","credits":1}]', 'r', '[[1,1]]');
    INSERT INTO idempotency_keys VALUES ('acc', 'k', 'r', 1, ${START}, 0);
    UPDATE ledger_clock SET seen_at = ${START};
  `);
  old.close();
  const ledger = openLedger({ path, schema: 'migrate' });
  expect(await ledger.findIdempotency('acc', 'k', START)).toEqual({ request: 'r', paid: null });
  const requested = requestOf(
    { key: 'k', request: 'r', places: [['entity'], ['entity']] },
    'acc',
    'key',
    START,
  );
  expect(await ledger.charge([requested])).toMatchObject([{ charged: true, replayed: { credits: 0 } }]);
  await ledger.refund(1, 'client_gone', START);
  expect((await ledger.balance('acc', START)).available).toBe(9);
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  rmSync(folder, { recursive: true });
});
