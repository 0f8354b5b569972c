import { afterEach, beforeEach, expect, test } from 'vitest';
import { Meter } from '../../src/gateway/charge.js';
import { type ChargeRequest, type Ledger, LedgerUnavailableError } from '../../src/store/store.js';
import { NOW, type Service, startService } from '../http/support/service.js';

let service: Service;
let failing = false;
let ledger: Ledger;
beforeEach(async () => {
  service = await startService({ credits: 5_000 });
  failing = false;
  ledger = {
    ...service.ledger,
    charge: async (requests) => {
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

test('a charge that cannot be written fails its call and says so for a while; the next one that can ends that', async () => {
  const meter = new Meter(ledger);
  failing = true;
  const outcomes = await Promise.allSettled([meter.charge(one()), meter.charge(one())]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(meter.failsLately()).toBe(true);
  failing = false;
  expect(await meter.charge(one())).toMatchObject({ charged: true, remaining: 4_999 });
  expect(meter.failsLately()).toBe(false);
});

test('a remembered balance is only ever a reason not to ask first, and for a second at most', async () => {
  const meter = new Meter(ledger);
  expect(meter.likelyCovers(service.account.id, 1, NOW)).toBe(false);
  await meter.charge(one());
  expect(meter.likelyCovers(service.account.id, 4_999, NOW)).toBe(true);
  expect(meter.likelyCovers(service.account.id, 5_000, NOW)).toBe(false);
  expect(meter.likelyCovers(service.account.id, 1, NOW + 1_000)).toBe(false);
});
