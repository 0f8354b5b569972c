import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIN_PROMINENCE, nonprofitProminence } from '../../src/domain/nonprofit-prominence.js';

test('central organizations come before others, subordinates after them, whatever their assets', () => {
  const assets = fc.option(fc.nat(2 ** 31 - 1), { nil: null });
  fc.assert(
    fc.property(assets, assets, (one, other) => {
      expect(nonprofitProminence('6', one)).toBeLessThan(nonprofitProminence('3', other));
      expect(nonprofitProminence(undefined, one)).toBeLessThan(nonprofitProminence('9', other));
    }),
  );
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
