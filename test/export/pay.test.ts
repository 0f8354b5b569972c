import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { creditsOfRows } from '../../src/contract/export.js';
import { createExport } from '../../src/export/api/create-export.js';
import { readOrder } from '../../src/export/order.js';
import { ExportFiles } from '../../src/export/service/files.js';
import { pay, payOrder } from '../../src/export/service/pay.js';
import {
  type ChargeRequest,
  type ChargeResult,
  type ExportJob,
  type Ledger,
  LedgerUnavailableError,
  type OpenState,
} from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { openLedger, openState } from '../support/store.js';

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 2);
const ID = 'exp_0123456789abcdef01';

/** A process ends here. */
class Ended extends Error {}

let folder: string;
let ledger: Ledger & { close(): Promise<void> };
let state: OpenState;
let accountId: string;
let keyId: string;
let at: number;
beforeEach(open);
afterEach(close);

async function open(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'dossier-pay-'));
  ledger = openLedger({ path: join(folder, 'ledger.db'), schema: 'create' });
  state = openState({ path: join(folder, 'state.db'), schema: 'create', now: () => at });
  at = START;
  const account = { name: 'acme', monthlyCredits: 0, requestsPerMinute: 60, createdAt: START };
  accountId = (await ledger.createAccount(account)).id;
  const key = {
    accountId,
    name: 'key',
    hash: 'a'.repeat(64),
    prefix: 'dsr_live_abc',
    scopes: ['read' as const],
  };
  keyId = (await ledger.createKey({ ...key, createdAt: START, expiresAt: null })).id;
}

async function close(): Promise<void> {
  await ledger.close();
  await state.close();
  rmSync(folder, { recursive: true });
}

const grant = (credits: number) =>
  ledger.grant({ accountId, credits, reason: 'test', createdAt: at, expiresAt: null });
const balance = async () => (await ledger.balance(accountId, at)).available;
const job = async (): Promise<ExportJob> => {
  const found = await state.exports.find(accountId, ID);
  if (!found) throw new Error('The export is missing.');
  return found;
};
const order = () =>
  state.exports.create({ id: ID, accountId, keyId, order: '{}', createdAt: at, once: null }, 10);
const complete = (rows: number) => {
  const end = { rows, credits: creditsOfRows(rows, 0), parts: [], manifest: { bytes: 0, sha256: '' }, at };
  return state.exports.finish(ID, 1, { state: 'unpaid', ...end });
};
const books = () => ({ ledger, exports: state.exports });
const otherCharge = (requestId: string, operation: ChargeRequest['operation'], credits: number) =>
  ledger.charge([
    { ...{ accountId, keyId, requestId, operation, credits, at }, breakdown: [{ item: 'export', credits }] },
  ]);

test('an export costs 1 credit for each 100 rows, and at least 1', () => {
  const prices = [0, 1, 100, 101, 200, 20_000_000].map((rows) => creditsOfRows(rows, 0));
  expect(prices).toEqual([1, 1, 1, 2, 2, 200_000]);
});

test('each include token of an export costs as much as its rows, counted one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 7 }), (rows, tokens) => {
      let [credits, left] = [0, 0];
      for (let item = 0; item < rows * (1 + tokens); item += 1) {
        if (left === 0) [credits, left] = [credits + 1, 100];
        left -= 1;
      }
      expect(creditsOfRows(rows, tokens)).toBe(Math.max(1, credits));
    }),
    { numRuns: budget(100) },
  );
});

describe('a charge whose outcome is unknown', () => {
  /** The rest is charged, and the process ends before that is noted. */
  async function chargeUnnoted(rows: number): Promise<void> {
    await grant(1_000);
    await order();
    await payOrder(await job(), books(), at);
    await complete(rows);
    const exports = { ...books().exports, setDone: () => Promise.reject(new Ended()) };
    await expect(pay(await job(), { ledger, exports }, at)).rejects.toThrow(Ended);
  }

  test.each([1, 22, 24, 30, 46, 48, 400])('is not charged again after %i hours', async (hours) => {
    await chargeUnnoted(5_200);
    expect(await balance()).toBe(1_000 - 52);
    at += hours * HOUR_MS;
    expect((await pay(await job(), books(), at)).paid).toBe(true);
    expect([await balance(), (await job()).state]).toEqual([1_000 - 52, 'done']);
  });

  test.each([1, 24, 46])(
    'is charged after %i hours if it never was, whatever looks like it',
    async (hours) => {
      await grant(1_000);
      await order();
      await payOrder(await job(), books(), at);
      await complete(5_200);
      const broken = { ...ledger, charge: () => Promise.reject(new Ended()) };
      await expect(pay(await job(), { ledger: broken, exports: state.exports }, at)).rejects.toThrow(Ended);
      // Another name, another operation, another number of credits.
      await otherCharge(ID, 'createExport', 51);
      await otherCharge(`${ID} order`, 'createExport', 51);
      await otherCharge(`${ID} rest`, 'searchEntities', 51);
      await otherCharge(`${ID} rest`, 'createExport', 3);
      const before = await balance();
      at += hours * HOUR_MS;
      expect((await pay(await job(), books(), at)).paid).toBe(true);
      expect(await balance()).toBe(before - 51);
    },
  );

  test.each([1, 30])('is charged again after %i hours if it was refunded', async (hours) => {
    const charges: ChargeResult[] = [];
    const { charge } = ledger;
    ledger.charge = async (requests) => {
      const results = await charge(requests);
      charges.push(...results);
      return results;
    };
    await chargeUnnoted(5_200);
    const rest = charges.at(-1);
    if (!rest?.charged || rest.chargeId === null) throw new Error('The rest was not charged.');
    await ledger.refund(rest.chargeId, 'answer_lost', at);
    expect(await balance()).toBe(999);
    at += hours * HOUR_MS;
    expect((await pay(await job(), books(), at)).paid).toBe(true);
    expect(await balance()).toBe(1_000 - 52);
  });
});

test('wherever processes end and however late others continue, an export is charged its price once', async () => {
  const point = fc.record({
    /** Calls of the ledger and of the state that a process makes before it ends. */
    calls: fc.integer({ min: 0, max: 8 }),
    /** Whether the last of them took effect. */
    isDone: fc.boolean(),
    laterMs: fc.integer({ min: 0, max: 12 * HOUR_MS }),
    grant: fc.integer({ min: 0, max: 4 }),
  });
  const run = fc.asyncProperty(
    fc.integer({ min: 0, max: 900 }),
    fc.array(point, { maxLength: 6 }),
    async (rows, points) => {
      await close();
      await open();
      await order();
      const price = creditsOfRows(rows, 0);
      let granted = 0;
      let isComplete = false;
      /** As the runner works: the order, the rows, the rest. */
      const work = async (stop?: (typeof points)[number]) => {
        const parts = stop ? endingAfter(stop.calls, stop.isDone) : books();
        if (!(await payOrder(await job(), parts, at)).paid) return;
        if (!isComplete) isComplete = await complete(rows);
        await pay(await job(), parts, at);
      };
      for (const stop of points) {
        if (stop.grant > 0) await grant(stop.grant);
        granted += stop.grant;
        await work(stop).catch((error: unknown) => {
          if (!(error instanceof Ended)) throw error;
        });
        const spent = granted - (await balance());
        expect(spent).toBeLessThanOrEqual(price);
        if ((await job()).state === 'done') expect(spent).toBe(price);
        at += stop.laterMs;
        // A ledger that is tried for two days without an end counts as charged: later than a test goes.
        if (at - START > 40 * HOUR_MS) break;
      }
      await grant(price);
      await work();
      expect([(await job()).state, granted + price - (await balance())]).toEqual(['done', price]);
      expect(await ledger.verify()).toEqual([]);
    },
  );
  await fc.assert(run, { numRuns: budget(300, 30) });
});

/** The books of a process that ends after some calls. */
function endingAfter(calls: number, isDone: boolean): ReturnType<typeof books> {
  let left = calls;
  const ending = <Parts extends object>(parts: Parts): Parts =>
    new Proxy(parts, {
      get: (target, name) => {
        const call = Reflect.get(target, name) as unknown;
        if (typeof call !== 'function') return call;
        return async (...given: unknown[]) => {
          if (left === 0 && !isDone) throw new Ended();
          const result = (await Reflect.apply(call, target, given)) as unknown;
          left -= 1;
          if (left < 0) throw new Ended();
          return result;
        };
      },
    });
  return { ledger: ending(ledger), exports: ending(state.exports) };
}

describe('an order that is repeated under its idempotency key', () => {
  type Charge = Ledger['charge'];
  const unavailable = () => Promise.reject(new LedgerUnavailableError('The ledger cannot be reached.'));
  const send = async (charge: Charge, exports: Partial<OpenState['exports']> = {}) => {
    const operation = createExport({
      ...{ ledger: { ...ledger, charge }, state: { ...state, exports: { ...state.exports, ...exports } } },
      ...{ files: new ExportFiles(folder), indexes: () => undefined, now: () => at, keptMs: HOUR_MS },
      onCharged: () => undefined,
    });
    const once = { key: 'one', request: 'digest', random: (size: number) => new Uint8Array(size) };
    await operation.run(readOrder({ kind: 'changes' }), { requestId: 'r', accountId, keyId, at, once });
  };
  const ids = async () => (await state.exports.list(accountId)).map(({ id }) => id);

  test('stays if the first request was charged and the ledger is away for the second', async () => {
    await grant(10);
    const noteOrder = () => Promise.reject(new Ended());
    await expect(send(ledger.charge, { noteOrder })).rejects.toThrow(Ended);
    const first = await ids();
    await expect(send(unavailable)).rejects.toThrow(LedgerUnavailableError);
    await send(ledger.charge);
    expect([await ids(), await balance()]).toEqual([first, 9]);
  });

  test('stays if the second request is charged while the ledger is away for the first', async () => {
    await grant(10);
    const noteOrder = () => Promise.reject(new Ended());
    const first: Charge = async () => {
      await expect(send(ledger.charge, { noteOrder })).rejects.toThrow(Ended);
      return unavailable();
    };
    await expect(send(first)).rejects.toThrow(LedgerUnavailableError);
    expect([(await ids()).length, await balance()]).toEqual([1, 9]);
  });

  test('is removed if the ledger was away for its only request', async () => {
    await expect(send(unavailable)).rejects.toThrow(LedgerUnavailableError);
    expect(await ids()).toEqual([]);
  });
});
