import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { ChargeBatches } from '../../../src/store/serving/ledger-client.js';
import { type ChargeRequest, type ChargeResult, LedgerUnavailableError } from '../../../src/store/store.js';
import { chargeOf } from '../ledger/support/fixtures.js';

const one = (credits = 1) => chargeOf('acc', 'key', credits);
/** Names each charge by what it costs, so that an answer tells whose it is. */
const resultOf = ({ credits }: ChargeRequest): ChargeResult => ({
  charged: true,
  chargeId: `charge of ${credits}`,
  remaining: 0,
});

const sizes: number[] = [];
let failing = false;
beforeEach(() => {
  sizes.length = 0;
  failing = false;
});
const batchesOf = () =>
  new ChargeBatches(async (requests) => {
    sizes.push(requests.length);
    await new Promise((resolve) => setImmediate(resolve));
    if (failing) throw new LedgerUnavailableError('The ledger cannot be read or written.');
    return requests.map(resultOf);
  });

test('half of those that wait share a transaction, and the last few dozen one', async () => {
  const batches = batchesOf();
  await Promise.all(Array.from({ length: 70 }, () => batches.charge([one()])));
  expect(sizes).toEqual([35, 24, 11]);
});

test('a very long queue is cut, so that the ledger is not held', async () => {
  const batches = batchesOf();
  await Promise.all(Array.from({ length: 2_500 }, () => batches.charge([one()])));
  expect(sizes).toEqual([1_000, 750, 375, 188, 94, 47, 24, 22]);
});

test('the next transaction is begun before the answers of the last are given', async () => {
  const batches = batchesOf();
  const begunAtAnswer = Array.from({ length: 30 }, () => batches.charge([one()]).then(() => sizes.length));
  expect((await Promise.all(begunAtAnswer)).slice(0, 24)).toEqual(Array(24).fill(2));
});

test('a failed transaction fails all that shared it, and the next one goes on', async () => {
  const batches = batchesOf();
  failing = true;
  const outcomes = await Promise.allSettled([batches.charge([one()]), batches.charge([one()])]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(sizes).toEqual([2]);
  failing = false;
  expect(await batches.charge([one(3)])).toEqual([resultOf(one(3))]);
});

test('each call gets the answers of its own requests, in their order', async () => {
  const calls = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(calls, async (request) => {
      const batches = batchesOf();
      const answers = await Promise.all(request.map((credits) => batches.charge(credits.map(one))));
      expect(answers).toEqual(request.map((credits) => credits.map((each) => resultOf(one(each)))));
    }),
    { numRuns: 20 },
  );
});
