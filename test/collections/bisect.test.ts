import fc from 'fast-check';
import { expect, it } from 'vitest';
import { upperBound } from '../../src/collections/bisect.js';

it('finds in a sorted array the place that a plain search finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 40 })),
      fc.nat({ max: 41 }),
      fc.nat(),
      fc.nat(),
      (values, request, one, two) => {
        const sorted = Uint32Array.from(values).sort();
        const [from, to] = [one, two].map((place) => place % (sorted.length + 1)).sort((a, b) => a - b);
        const found = sorted.findIndex(
          (value, at) => at >= (from ?? 0) && at < (to ?? 0) && value >= request,
        );
        expect(upperBound(from ?? 0, to ?? 0, (at) => (sorted[at] ?? 0) >= request)).toBe(
          found === -1 ? to : found,
        );
      },
    ),
  );
});
