import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber, monthFirstDate, portalDate, yearFirstDate } from '../../src/domain/time/dates.js';

describe('dates', () => {
  test.each([
    ['2011-03-11', '2011-03-11'],
    ['2025-06-16T00:00:00.000', '2025-06-16'],
    ['2021-11-10 00:10:18', '2021-11-10'],
    ['03/11/2011', '2011-03-11'],
    ['3/1/2011', '2011-03-01'],
    ['1869-11-13', '1869-11-13'],
  ])('a portal writes %s for %s', (text, date) => {
    expect(portalDate(text)).toBe(date);
  });

  test.each([
    '',
    'PERPETUAL',
    '2023-02-29',
    '02/30/2020',
    '13/01/2020',
    '20200102',
    '2020-1-2',
    '2020-01-02x',
  ])('%s is no date of a portal', (text) => {
    expect(portalDate(text)).toBeUndefined();
  });

  test.each(['0001-01-01', '0001-01-01T00:00:00.000', '01/01/1900', '9999-12-31', '12/31/9999'])(
    'the placeholder %s is no date',
    (text) => {
      expect(portalDate(text)).toBeUndefined();
    },
  );

  test('the SEC writes 20200102 and 2020-01-02 for one day', () => {
    expect(yearFirstDate('20200102')).toBe('2020-01-02');
    expect(yearFirstDate('2020-01-02')).toBe('2020-01-02');
    expect(yearFirstDate('01022020')).toBeUndefined();
  });

  test('Florida writes the month first, and zeros for none', () => {
    expect(monthFirstDate('01022020')).toBe('2020-01-02');
    expect(monthFirstDate('20200102')).toBeUndefined();
    expect(monthFirstDate('00000000')).toBeUndefined();
  });

  test('every day of the calendar survives all its spellings and its number', () => {
    fc.assert(
      fc.property(fc.integer({ min: -50_000, max: 50_000 }), (day) => {
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        fc.pre(date !== '1900-01-01');
        const [year, month, dayOfMonth] = date.split('-');
        expect(dayNumber(date)).toBe(day);
        expect(portalDate(`${date}T00:00:00.000`)).toBe(date);
        expect(portalDate(`${month}/${dayOfMonth}/${year}`)).toBe(date);
        expect(yearFirstDate(`${year}${month}${dayOfMonth}`)).toBe(date);
        expect(monthFirstDate(`${month}${dayOfMonth}${year}`)).toBe(date);
      }),
    );
  });
});
