import { constants } from 'node:buffer';
import { expect, test } from 'vitest';
import { isSame } from '../../../src/cli/account/ledger.js';

/** As some drivers give rows. */
const bare = (row: object) => Object.assign(Object.create(null), row) as object;

test('lists are compared though together they are longer than a string may be', () => {
  const row = { note: 'x'.repeat(2 ** 20) };
  const rows = Array.from({ length: Math.ceil(constants.MAX_STRING_LENGTH / 2 ** 20) }, () => row);
  expect(isSame(rows, [...rows.slice(1), bare(row)])).toBe(true);
});

test('values are the same by what they say, whatever made them', () => {
  expect(isSame([bare({ id: 1, note: undefined })], [{ id: 1 }])).toBe(true);
  expect(isSame({ ids: [1, 2] }, { ids: [2, 1] })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame([1, 2], [1])).toBe(false);
});
