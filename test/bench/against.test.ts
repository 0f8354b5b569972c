import { describe, expect, it } from 'vitest';
import { PARTS, parseArguments } from '../../bench/against/arguments.js';
import { inTurns } from '../../bench/against/in-turns.js';
import { isWorse, median, ratioOf, type Series, tableOf } from '../../bench/against/ratios.js';

const time = (before: number[], now: number[]): Series => ({
  name: 'lookup, processor time',
  unit: 'µs/request',
  better: 'lower',
  before,
  now,
});

describe('arguments', () => {
  it('measures every part if none is named', () => {
    expect(parseArguments(['fe2a002b'])).toMatchObject({ revision: 'fe2a002b', parts: PARTS, turns: 7 });
  });

  it('measures the named parts, in the size that is given', () => {
    const args = [
      'main',
      '--only',
      'lookup,searches',
      '--entities',
      '2000',
      '--filings',
      '5000',
      '--turns',
      '2',
    ];
    expect(parseArguments(args)).toMatchObject({
      revision: 'main',
      parts: ['lookup', 'searches'],
      entities: 2_000,
      filings: 5_000,
      turns: 2,
    });
  });

  it.each([
    [[], 'Specify exactly one revision.'],
    [['a', 'b'], 'Specify exactly one revision.'],
    [
      ['a', '--only', 'lookups'],
      '--only: unknown part "lookups". Parts: load, index, lookup, search-load, searches.',
    ],
    [['a', '--turns', '0'], '--turns must be a whole number from 1 to 100; got "0".'],
    [['a', '--filings', '1e9'], '--filings must be a whole number from 1 to 50,000,000; got "1e9".'],
  ])('%j is refused', (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });
});

describe('ratios', () => {
  it('are of one turn each, so a turn in which everything is slow changes nothing', () => {
    expect(ratioOf({ before: [10, 100, 10], now: [12, 120, 11] })).toEqual({
      median: 1.2,
      min: 1.1,
      max: 1.2,
    });
  });

  it('have the mean of the two in the middle as median if their number is even', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it('are worse if a time rises or a rate falls by more than a twentieth', () => {
    expect(isWorse(time([100], [106]))).toBe(true);
    expect(isWorse(time([100], [104]))).toBe(false);
    expect(isWorse(time([100], [50]))).toBe(false);
    expect(isWorse({ ...time([100], [94]), better: 'higher' })).toBe(true);
    expect(isWorse({ ...time([100], [120]), better: 'higher' })).toBe(false);
  });

  it('stand in a table with their spread', () => {
    const lines = tableOf('fe2a002b18b6', [
      time([100, 200, 100], [110, 190, 130]),
      { ...time([2], [1]), name: 'one', note: 'totals 3 and 4' },
    ]).split('\n');
    expect(lines.slice(0, 1)).toEqual([
      '| figure | unit | fe2a002b18b6 | now | now / before | min to max |  |',
    ]);
    expect(lines.slice(2)).toEqual([
      '| lookup, processor time | µs/request | 100 | 130 | 1.100 | 0.95 to 1.30 | **worse** |',
      '| one | µs/request | 2 | 1 | 0.500 | 0.50 to 0.50 | totals 3 and 4 |',
    ]);
  });
});

it('the revisions take turns at being measured first', async () => {
  const order: string[] = [];
  const measured = await inTurns(3, { before: 'b', now: 'n' }, async (subject) => {
    order.push(subject);
    return { count: order.length };
  });
  expect(order.join('')).toBe('bnnbbn');
  expect(measured).toEqual({ count: { before: [1, 4, 5], now: [2, 3, 6] } });
});
