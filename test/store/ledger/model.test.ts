import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChargeId, ConflictError } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { LEDGER_ENGINES } from './support/engines.js';
import { chargeOf, DAY, newAccount, newKey, START } from './support/fixtures.js';

type Step =
  | { do: 'grant'; credits: number; lifeDays: number | null }
  | { do: 'charge'; credits: readonly number[] }
  | { do: 'refund'; which: number }
  | { do: 'takeBack'; which: number; credits: number | null }
  | { do: 'change'; monthlyCredits: number }
  | { do: 'wait'; days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('grant' as const),
    credits: fc.integer({ min: 1, max: 60 }),
    lifeDays: fc.option(fc.integer({ min: 1, max: 90 })),
  }),
  fc.record({
    do: fc.constant('charge' as const),
    credits: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 6 }),
  }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(30) }),
  fc.record({
    do: fc.constant('takeBack' as const),
    which: fc.nat(10),
    credits: fc.option(fc.integer({ min: 1, max: 40 })),
  }),
  fc.record({ do: fc.constant('change' as const), monthlyCredits: fc.integer({ min: 0, max: 80 }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: -40, max: 40 }) }),
);

const MONTHLY = 50;

/** The plainest ledger there is: single credits, each with an end, in lists that are searched from the front. */
class Model {
  latest = START;
  readonly #credits: { end: number; madeAt: number; order: number; spentBy: number | 'taken back' | null }[] =
    [];
  readonly #plans = [{ since: START, credits: MONTHLY }];
  readonly #charges: number[] = [];
  readonly #refunded = new Set<number>();
  #granted = new Set<number>();
  #order = 0;

  add(count: number, end: number, madeAt: number): void {
    this.#order += 1;
    for (let index = 0; index < count; index += 1) {
      this.#credits.push({ end, madeAt, order: this.#order, spentBy: null });
    }
  }

  see(at: number): void {
    this.latest = Math.max(this.latest, at);
  }

  /** START is the 31st of January: the anniversaries of its months, written out. */
  period(): { start: number; end: number } {
    const starts = Array.from({ length: 80 }, (_, month) => {
      const lastDay = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate();
      return Date.UTC(2026, month, Math.min(31, lastDay), 9);
    });
    const index = starts.findLastIndex((start) => start <= this.latest);
    return { start: starts[index] ?? Number.NaN, end: starts[index + 1] ?? Number.NaN };
  }

  grantMonth(): void {
    const { start, end } = this.period();
    if (this.#granted.has(start)) return;
    const credits = this.#monthly();
    if (credits === 0) return;
    this.#granted.add(start);
    this.add(credits, end, this.latest);
  }

  /** Of the present period. */
  #monthly(): number {
    const { start } = this.period();
    return this.#plans.findLast(({ since }) => since <= start)?.credits ?? Number.NaN;
  }

  change(credits: number): void {
    this.#plans.push({ since: this.period().end, credits });
  }

  /** Grants are numbered in the order in which they were added. */
  grantId(which: number): number | undefined {
    return this.#order === 0 ? undefined : (which % this.#order) + 1;
  }

  /** False where that much is not left, or nothing is. */
  takeBack(grant: number, credits: number | null): boolean {
    const left = this.live().filter(({ order }) => order === grant);
    if (left.length === 0 || left.length < (credits ?? 0)) return false;
    for (const credit of left.slice(0, credits ?? left.length)) credit.spentBy = 'taken back';
    return true;
  }

  live() {
    return this.#credits
      .filter(({ end, spentBy }) => spentBy === null && end > this.latest)
      .sort((one, other) => one.end - other.end || one.madeAt - other.madeAt || one.order - other.order);
  }

  balance(): number {
    const unwritten = this.#granted.has(this.period().start) ? 0 : this.#monthly();
    return this.live().length + unwritten;
  }

  charge(count: number): boolean {
    const live = this.live();
    if (live.length < count) return false;
    if (count === 0) return true;
    this.#charges.push(count);
    for (const credit of live.slice(0, count)) credit.spentBy = this.#charges.length;
    return true;
  }

  /** The place of a charge among all of them, counted from 1. */
  place(which: number): number | undefined {
    return this.#charges.length === 0 ? undefined : (which % this.#charges.length) + 1;
  }

  /** A second one writes nothing, so it leaves no trace of its time either. */
  refund(charge: number, at: number): void {
    if (this.#refunded.has(charge)) return;
    this.#refunded.add(charge);
    this.see(at);
    for (const credit of this.#credits) {
      if (credit.spentBy === charge && credit.end > this.latest) credit.spentBy = null;
    }
  }
}

describe.each(LEDGER_ENGINES)('ledger on $name', (engine) => {
  test('whatever happens, the balance is what a plain model says, never below zero, and the rows prove it', async () => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
      const ledger = await engine.open(folder);
      try {
        const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: MONTHLY });
        const key = await ledger.createKey(newKey(account.id));
        const model = new Model();
        const ids: ChargeId[] = [];
        let now = START;
        for (const next of steps) {
          if (next.do === 'wait') now += next.days * DAY;
          if (next.do === 'grant') {
            const expiresAt = next.lifeDays === null ? null : now + next.lifeDays * DAY;
            await ledger.grant({
              accountId: account.id,
              credits: next.credits,
              reason: 'x',
              createdAt: now,
              expiresAt,
            });
            model.see(now);
            model.add(next.credits, expiresAt ?? Number.POSITIVE_INFINITY, now);
          }
          if (next.do === 'charge') {
            model.see(now);
            model.grantMonth();
            const expected = next.credits.map((credits) => model.charge(credits));
            const results = await ledger.charge(
              next.credits.map((credits) => chargeOf(account.id, key.id, credits, now)),
            );
            expect(results.map(({ charged }) => charged)).toEqual(expected);
            for (const result of results)
              if (result.charged && result.chargeId !== null) ids.push(result.chargeId);
          }
          const place = next.do === 'refund' ? model.place(next.which) : undefined;
          if (place !== undefined) {
            await ledger.refund(ids[place - 1] ?? '', 'client_gone', now);
            model.refund(place, now);
          }
          if (next.do === 'change') {
            await ledger.changeAccount(account.id, { monthlyCredits: next.monthlyCredits }, now);
            model.see(now);
            model.change(next.monthlyCredits);
          }
          const grantId = next.do === 'takeBack' ? model.grantId(next.which) : undefined;
          if (next.do === 'takeBack' && grantId !== undefined) {
            const taken = { accountId: account.id, grantId, credits: next.credits, reason: 'x', at: now };
            const { latest } = model;
            model.see(now);
            const expected = model.takeBack(grantId, next.credits);
            if (expected) await ledger.takeBack(taken);
            else {
              await expect(ledger.takeBack(taken)).rejects.toThrow(ConflictError);
              model.latest = latest;
            }
          }
          const { available } = await ledger.balance(account.id, model.latest);
          expect(available).toBe(model.balance());
          expect(available).toBeGreaterThanOrEqual(0);
          const end = model.latest + 1;
          expect((await ledger.statement(account.id, 0, end, model.latest)).closing).toBe(available);
          expect(await ledger.verify()).toEqual([]);
        }
      } finally {
        await ledger.close();
        rmSync(folder, { recursive: true });
      }
    });
    await fc.assert(property, { numRuns: budget(100) });
  });
});
