import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Meter } from '../../src/http/meter.js';
import { type ChargeRequest, type Ledger, LedgerUnavailableError } from '../../src/store/store.js';
import { NOW, type Service, startService } from './support/service.js';

let service: Service;
const batches: number[] = [];
let failing = false;
let commitMs = 0;
let ledger: Ledger;
beforeEach(async () => {
  service = await startService({ credits: 5_000 });
  batches.length = 0;
  failing = false;
  commitMs = 0;
  ledger = {
    ...service.ledger,
    charge: async (requests) => {
      batches.push(requests.length);
      if (commitMs > 0) await setTimeout(commitMs);
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

test('those that wait share a transaction, which is short where commits are', async () => {
  const meter = new Meter(ledger);
  await Promise.all(Array.from({ length: 60 }, () => meter.charge(one())));
  expect(batches).toEqual([24, 24, 12]);
});

test('where commits take long, all that wait share the next, up to what would hold the ledger', async () => {
  commitMs = 10;
  const meter = new Meter(ledger);
  await Promise.all(Array.from({ length: 2_500 }, () => meter.charge(one())));
  expect(batches).toEqual([24, 1_000, 1_000, 476]);
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
