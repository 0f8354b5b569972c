import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  packRequests,
  packResults,
  unpackRequests,
  unpackResults,
} from '../../../src/store/serving/ledger-client.js';
import type { ChargeRequest, ChargeResult } from '../../../src/store/store.js';

const credits = fc.nat();
const request: fc.Arbitrary<ChargeRequest> = fc.record(
  {
    accountId: fc.string(),
    keyId: fc.string(),
    requestId: fc.string(),
    operation: fc.constantFrom('getEntity', 'searchFilings'),
    credits,
    breakdown: fc.array(fc.record({ item: fc.constantFrom('entity', 'ucc'), credits })),
    at: fc.nat(),
    idempotency: fc.record({ key: fc.string(), request: fc.string() }),
  },
  {
    requiredKeys: ['accountId', 'keyId', 'requestId', 'operation', 'credits', 'breakdown', 'at'],
    noNullPrototype: true,
  },
);
const chargeId = fc.oneof(fc.maxSafeNat(), fc.string(), fc.constant(null));
const result: fc.Arbitrary<ChargeResult> = fc.oneof(
  fc.record({ charged: fc.constant(true), chargeId, remaining: fc.nat() }, { noNullPrototype: true }),
  fc.record({
    charged: fc.constant(true),
    chargeId,
    remaining: fc.nat(),
    replayed: fc.constant(true as const),
  }),
  fc.record({ charged: fc.constant(false), available: fc.nat(), resetsAt: fc.nat() }),
  fc.record({
    charged: fc.constant(false),
    available: fc.nat(),
    resetsAt: fc.nat(),
    keyReused: fc.constant(true as const),
  }),
) as fc.Arbitrary<ChargeResult>;

test('what is sent is what is read, in its order', () => {
  fc.assert(
    fc.property(fc.array(request), fc.array(result), (requests, results) => {
      expect(unpackRequests(structuredClone(packRequests(requests)))).toStrictEqual(requests.map(plain));
      expect(unpackResults(structuredClone(packResults(results)))).toStrictEqual(results.map(plain));
    }),
  );
});

function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
