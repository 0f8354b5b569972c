import { expect, test } from 'vitest';
import { checkRejected, whyIncomplete } from '../../src/ingest/map/check.js';
import { WarningTally } from '../../src/ingest/report/warnings.js';

test.each([
  [{ records: 100, min: 100, lastComplete: null, missing: 0 }, true],
  [{ records: 99, min: 100, lastComplete: null, missing: 0 }, false],
  [{ records: 800, min: 100, lastComplete: 1_000, missing: 200 }, true],
  [{ records: 799, min: 100, lastComplete: 1_000, missing: 0 }, false],
  [{ records: 5_000, min: 100, lastComplete: 1_000, missing: 0 }, true],
  [{ records: 1_000, min: 100, lastComplete: 1_000, missing: 250 }, true],
  [{ records: 1_000, min: 100, lastComplete: 1_000, missing: 251 }, false],
])('a file is complete inside its bounds and not outside: %o is %s', (input, complete) => {
  expect(whyIncomplete(input) === null).toBe(complete);
});

test.each([
  [10, 20, false],
  [11, 20, true],
  [100, 100_000, false],
  [101, 100_000, true],
])('%i rejected of %i rows: too many is %s', (rejected, rows, tooMany) => {
  const check = () => checkRejected(rejected, rows);
  if (tooMany) expect(check).toThrow(/rows could not be read/);
  else expect(check).not.toThrow();
});

test('beyond a hundred distinct warnings only the codes are kept, and every one is counted', () => {
  const tally = new WarningTally();
  for (let index = 0; index < 250; index += 1) tally.add('unknown_value', `status: ${index}`);
  tally.add('unknown_value', 'status: 1');
  tally.add('other', 'late');
  const list = tally.list();
  expect(list).toHaveLength(102);
  expect(list[1]).toEqual({ code: 'unknown_value', detail: 'status: 1', count: 2 });
  expect(list.slice(100)).toEqual([
    { code: 'unknown_value', detail: 'others', count: 150 },
    { code: 'other', detail: 'others', count: 1 },
  ]);
  expect(tally.total).toBe(252);
});
