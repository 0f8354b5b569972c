import { expect, test } from 'vitest';
import { statusToday } from '../../../src/operations/get-entity/enrich/ucc.js';

test.each([
  ['Active', '2025-07-09', 'Lapsed'],
  ['ACTIVE', '2026-11-22', 'Lapsed'],
  ['Active', '2026-11-23', 'Active'],
  ['Active', null, 'Active'],
  ['Terminated', '2025-07-09', 'Terminated'],
  ['Lapsed', '2027-01-01', 'Lapsed'],
  [null, '2025-07-09', 'Lapsed'],
  [null, '2027-01-01', 'Active'],
  [null, null, null],
])('a lien published as %s that lapses on %s is %s on 2026-11-23', (status, lapseDate, shown) => {
  expect(statusToday({ status, lapseDate }, '2026-11-23')).toBe(shown);
});
