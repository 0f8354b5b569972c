import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCharges, readResults, sendCharges, sendResults } from '../../src/serving/charge-messages.js';
import type { ChargeRequest, ChargeResult, PriceItem } from '../../src/store/store.js';

const PLAIN = { noNullPrototype: true } as const;
const price = fc.record<PriceItem>(
  {
    item: fc.constantFrom('entity', 'federal', 'sam', 'filings_search'),
    credits: fc.integer({ min: 0, max: 3 }),
  },
  PLAIN,
);
/** Few values of each, so that a batch has charges that share all, some and nothing. */
const request = fc.record<ChargeRequest>(
  {
    accountId: fc.constantFrom('a1', 'a2', 'a3'),
    keyId: fc.constantFrom('k1', 'k2', 'k3', 'k4'),
    requestId: fc.string(),
    operation: fc.constantFrom('getEntity', 'searchFilings'),
    credits: fc.integer({ min: 0, max: 3 }),
    breakdown: fc.array(price, { maxLength: 3 }),
    at: fc.integer({ min: 0, max: 4_102_444_800_000 }),
    idempotency: fc.record({ key: fc.string(), request: fc.string() }, PLAIN),
  },
  { ...PLAIN, requiredKeys: ['accountId', 'keyId', 'requestId', 'operation', 'credits', 'breakdown', 'at'] },
);
const amount = fc.nat(1_000_000_000);
const charged = fc.constant(true as const);
const refused = { charged: fc.constant(false as const), available: amount, resetsAt: amount };
const result: fc.Arbitrary<ChargeResult> = fc.oneof(
  fc.record({ charged, chargeId: amount, remaining: amount }, PLAIN),
  fc.record(
    { charged, chargeId: fc.constant(0), remaining: amount, replayed: fc.constant(true as const) },
    PLAIN,
  ),
  fc.record(refused, PLAIN),
  fc.record({ ...refused, keyReused: fc.constant(true as const) }, PLAIN),
);

test('charges arrive as they were sent, in their order', () => {
  const batch = fc.array(request, { maxLength: 60 });
  fc.assert(
    fc.property(batch, (requests) => {
      expect(readCharges(structuredClone(sendCharges(requests)))).toStrictEqual(requests);
    }),
  );
});

test('results arrive as they were sent, in their order', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 60 }), (results) => {
      expect(readResults(structuredClone(sendResults(results)))).toStrictEqual(results);
    }),
  );
});

test('what charges of one key share is written once, and a batch of a thousand keys arrives too', () => {
  const of = (keyId: string, requestId: string): ChargeRequest => ({
    accountId: 'account',
    keyId,
    requestId,
    operation: 'getEntity',
    credits: 1,
    breakdown: [{ item: 'entity', credits: 1 }],
    at: 1,
  });
  const alike = Array.from({ length: 1_000 }, (_, at) => of('key', `${at}`));
  expect(sendCharges(alike).shared).toHaveLength(1);
  const apart = alike.map((one, at) => ({ ...one, keyId: `key ${at}` }));
  expect(readCharges(sendCharges(apart))).toStrictEqual(apart);
});
