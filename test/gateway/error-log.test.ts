import { expect, test } from 'vitest';
import { errorLog } from '../../src/gateway/error-log.js';
import { LedgerUnavailableError } from '../../src/store/store.js';

function logging() {
  const logged: { readonly entry: object; readonly text: string }[] = [];
  const clock = { now: 0 };
  const log = { error: (entry: object, text: string) => void logged.push({ entry, text }) };
  const report = errorLog(log as unknown as Parameters<typeof errorLog>[0], () => clock.now);
  return { logged, clock, report };
}
const full = () =>
  new LedgerUnavailableError('The ledger cannot be read or written.', {
    cause: new Error('database or disk is full'),
  });

test('of a fault that every request meets one line a minute is logged, with a count and without a stack', () => {
  const { logged, clock, report } = logging();
  for (let count = 0; count < 1_000; count += 1) report(full(), 'r', 'No.');
  clock.now = 60_000;
  report(full(), 's', 'No.');
  const reason = 'The ledger cannot be read or written: database or disk is full';
  expect(logged).toEqual([
    { entry: { reason, requestId: 'r' }, text: 'No.' },
    { entry: { reason, requestId: 's', unlogged: 999 }, text: 'No.' },
  ]);
  expect(JSON.stringify(logged).length).toBeLessThan(400);
});

test('another fault is logged at once, and an error of our own with its stack', () => {
  const { logged, report } = logging();
  report(full(), 'r', 'No.');
  report(new LedgerUnavailableError('The ledger is locked.'), 'r', 'No.');
  const own = [new Error('one'), new TypeError('other')];
  for (const error of own) report(error, 'r', 'Failed.');
  expect(logged).toHaveLength(4);
  expect(logged.slice(2).map(({ entry }) => entry)).toEqual(own.map((err) => ({ err, requestId: 'r' })));
});

test('what an error says of a record makes no kind of its own', () => {
  const { logged, report } = logging();
  for (let count = 0; count < 50; count += 1) report(new Error(`record ${count}`), 'r', 'Failed.');
  expect(logged).toHaveLength(1);
});
