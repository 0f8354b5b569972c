import { afterEach, beforeEach, expect, test } from 'vitest';
import { Meter } from '../../src/gateway/metering/meter.js';
import { type ChargeRequest, type Ledger, LedgerUnavailableError } from '../../src/store/store.js';
import { NOW, type Service, startService } from '../http/support/service.js';

let service: Service;
const batches: number[] = [];
let failing = false;
let ledger: Ledger;
beforeEach(async () => {
  service = await startService({ credits: 5_000 });
  batches.length = 0;
  failing = false;
  ledger = {
    ...service.ledger,
    charge: async (requests) => {
      batches.push(requests.length);
      if (failing) throw new LedgerUnavailableError('The ledger cannot be read or written.');
      return service.ledger.charge(requests);
    },
  };
});
afterEach(() => service.stop());

const one = (): ChargeRequest => ({
  accountId: service.account.id,
  keyId: service.keyId,
  requestId: 'r',
  operation: 'getEntity',
  credits: 1,
  breakdown: [{ item: 'entity', credits: 1 }],
  at: NOW,
});

test('half of those that wait share a transaction, and the last few dozen one', async () => {
  const meter = new Meter(ledger);
  await Promise.all(Array.from({ length: 70 }, () => meter.charge(one())));
  expect(batches).toEqual([35, 24, 11]);
});

test('a very long queue is cut, so that the ledger is not held', async () => {
  const meter = new Meter(ledger);
  await Promise.all(Array.from({ length: 2_500 }, () => meter.charge(one())));
  expect(batches).toEqual([1_000, 750, 375, 188, 94, 47, 24, 22]);
});

test('the next transaction is begun before the answers of the last are given', async () => {
  const meter = new Meter(ledger);
  const begunAtAnswer = Array.from({ length: 30 }, () => meter.charge(one()).then(() => batches.length));
  expect((await Promise.all(begunAtAnswer)).slice(0, 24)).toEqual(Array(24).fill(2));
});

test('a failed transaction fails all that shared it, and the next one goes on', async () => {
  const meter = new Meter(ledger);
  failing = true;
  const outcomes = await Promise.allSettled([meter.charge(one()), meter.charge(one())]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failing = false;
  expect(await meter.charge(one())).toMatchObject({ charged: true, remaining: 4_999 });
});

test('a remembered balance is only ever a reason not to ask first, and for a second at most', async () => {
  const meter = new Meter(ledger);
  expect(meter.likelyCovers(service.account.id, 1, NOW)).toBe(false);
  await meter.charge(one());
  expect(meter.likelyCovers(service.account.id, 4_999, NOW)).toBe(true);
  expect(meter.likelyCovers(service.account.id, 5_000, NOW)).toBe(false);
  expect(meter.likelyCovers(service.account.id, 1, NOW + 1_000)).toBe(false);
});
