import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex, openIndex } from '../../src/search/index.js';
import { budget } from '../support/effort.js';
import { input, options, query } from './model/arbitraries.js';
import { askOracle } from './model/oracle.js';

/** Texts of many words: those of the index over and over, misspelt and cut off, among words that nobody bears. */
const request = input.chain((of) =>
  fc.record({
    of: fc.constant(of),
    options,
    queries: fc.array(
      fc
        .tuple(query(of), fc.array(query(of), { maxLength: 6 }), fc.integer({ min: 1, max: 40 }))
        .map(([one, others, times]) => {
          const texts = [one, ...others].map(({ text }) => text ?? '');
          const text = new Array<string>(times).fill(texts.join(' ')).join(' ').slice(0, 500);
          return { ...one, text };
        }),
      { minLength: 3, maxLength: 8 },
    ),
  }),
);

test('texts of hundreds of words are answered as the rules say, name by name', () => {
  fc.assert(
    fc.property(request, ({ of, options, queries }) => {
      const index = openIndex(Buffer.concat(buildIndex(of, options)));
      for (const one of queries) {
        const { total, hits, corrected, tierOfGroup } = index.search(one);
        const expected = askOracle(of, one);
        expect({ total, hits, corrected }).toEqual({
          total: expected.total,
          hits: expected.hits,
          corrected: expected.corrected,
        });
        for (const key of [5, 15, 25]) expect(tierOfGroup(key)).toBe(expected.tierOfGroup(key));
      }
    }),
    { numRuns: budget(60) },
  );
});
