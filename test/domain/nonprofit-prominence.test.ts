import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIN_PROMINENCE, nonprofitProminence } from '../../src/domain/nonprofit-prominence.js';

test('of equal assets a central organization precedes others, and a subordinate follows them', () => {
  fc.assert(
    fc.property(fc.option(fc.nat(2 ** 31 - 1), { nil: null }), (assets) => {
      const [central, own, subordinate] = ['6', '3', '9'].map((code) => nonprofitProminence(code, assets));
      expect(central).toBeLessThan(own as number);
      expect(own).toBeLessThan(subordinate as number);
    }),
  );
});

test('a university precedes the association of its alumni, a club its many posts', () => {
  expect(nonprofitProminence('3', 3_000_000_000)).toBeLessThan(nonprofitProminence('6', 3_000_000));
  expect(nonprofitProminence('6', 3_000_000)).toBeLessThan(nonprofitProminence('9', 100_000_000));
});

test('more assets are never less prominent, and no place is outside the range', () => {
  fc.assert(
    fc.property(fc.constantFrom('3', '6', '8', '9', undefined), fc.nat(), fc.nat(), (code, one, more) => {
      const [small, large] = [nonprofitProminence(code, one), nonprofitProminence(code, one + more)];
      expect(large).toBeLessThanOrEqual(small);
      expect(Math.min(large, 0)).toBe(0);
      expect(small).toBeLessThanOrEqual(MIN_PROMINENCE);
    }),
  );
  expect(nonprofitProminence('9', null)).toBe(MIN_PROMINENCE);
});
