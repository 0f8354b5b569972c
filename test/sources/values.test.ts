import { describe, expect, test } from 'vitest';
import type { Row } from '../../src/sources/declare/index.js';
import { amountOf } from '../../src/sources/support/numbers.js';
import { amountIn, dateIn } from '../../src/sources/support/values.js';

function rowOf(value: string | undefined) {
  const reports: string[] = [];
  const row: Row = {
    take: () => value,
    need: () => value ?? '',
    raw: () => value ?? '',
    report: (code, detail) => reports.push(`${code}: ${detail}`),
    unknown: () => {},
  };
  return { row, reports };
}

describe('an amount', () => {
  test.each([
    ['(500.00)', -500],
    ['($1,234.50)', -1234.5],
    ['$(500)', -500],
    ['$1,234', 1234],
    ['-$5', -5],
    ['$-5', -5],
    ['500-', -500],
    ['1234567.89', 1234567.89],
    [' $20,800 ', 20800],
  ])('%s is %d', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
    const { row, reports } = rowOf(text);
    expect([amountIn(row, 'amount'), reports]).toEqual([amount, []]);
  });

  test.each(['1,23', '1.234,56', '9.0E+09', '(500', '-(500)', 'ten', '12%', '#REF!'])(
    '%s is none, and is reported',
    (text) => {
      const { row, reports } = rowOf(text);
      expect(amountIn(row, 'amount')).toBeNull();
      expect(reports).toEqual([
        expect.stringMatching(/^unreadable_value: amount: no number is read from a value like /),
      ]);
    },
  );

  test.each([undefined, 'NAN', '-NONE-', 'None'])('%s is blank', (text) => {
    const { row, reports } = rowOf(text);
    expect([amountIn(row, 'amount'), reports]).toEqual([null, []]);
  });
});

describe('a date', () => {
  test.each([
    ['2020-05-01', '2020-05-01', []],
    ['05/01/2020', '2020-05-01', []],
    ['43952', '2020-05-01', ['serial_date: day: read as a date of a spreadsheet']],
    ['43952.75', '2020-05-01', ['serial_date: day: read as a date of a spreadsheet']],
    ['36526', '2000-01-01', ['serial_date: day: read as a date of a spreadsheet']],
    ['13/45/2020', undefined, ['unreadable_value: day: no date is read from a value like 99/99/9999']],
    ['May 2020', undefined, ['unreadable_value: day: no date is read from a value like AAA 9999']],
    ['99999', undefined, ['unreadable_value: day: no date is read from a value like 99999']],
    ['2020', undefined, ['unreadable_value: day: no date is read from a value like 9999']],
    ['0001-01-01T00:00:00.000', undefined, []],
    ['1/1/1900', undefined, []],
    ['00/00/0000', undefined, []],
    ['None', undefined, []],
    [undefined, undefined, []],
  ])('%s is %s', (text, date, reported) => {
    const { row, reports } = rowOf(text);
    expect([dateIn(row, 'day'), reports]).toEqual([date, reported]);
  });
});
