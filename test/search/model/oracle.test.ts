import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndexInput, IndexQuery } from '../../../src/search/format/types.js';
import { buildIndex, openIndex, type SearchIndex, SharedTexts } from '../../../src/search/index.js';
import { budget } from '../../support/effort.js';
import { input, keysListed, keysOf, maxListed, options, query } from './arbitraries.js';
import { askOracle } from './oracle.js';

const GROUP_KEYS = [5, 15, 25, 35, 45, 55, 7, -1];
const request = input.chain((of) =>
  fc.record({
    of: fc.constant(of),
    queries: fc.array(query(of), { minLength: 1, maxLength: 12 }),
    options,
    few: maxListed,
  }),
);

function answerOf(index: Pick<SearchIndex, 'search'>, one: IndexQuery) {
  const { total, hits, corrected, removed, sought, tierOfGroup, counts } = index.search(one);
  return {
    ...{ total, hits, corrected, removed, counts, text: sought.text },
    tiersOfGroups: GROUP_KEYS.map(tierOfGroup),
  };
}

function expected(of: IndexInput, one: IndexQuery) {
  return answerOf({ search: (request) => askOracle(of, request) }, one);
}

describe('the index answers as name by name search does', () => {
  test('total, page, tiers, filers and correction are the same, whatever is kept ready', () => {
    fc.assert(
      fc.property(request, ({ of, queries, options, few }) => {
        const index = openIndex(Buffer.concat(buildIndex(of, options)), { few });
        for (const one of queries) {
          expect(answerOf(index, one)).toEqual(expected(of, one));
          expect(keysOf(index, one)).toEqual(keysListed(index, one));
        }
      }),
      { numRuns: budget(400) },
    );
  });

  test('pages one after the other list every hit once, in one order', () => {
    fc.assert(
      fc.property(request, fc.integer({ min: 1, max: 5 }), ({ of, queries, options, few }, limit) => {
        const index = openIndex(Buffer.concat(buildIndex(of, options)), { few });
        for (const one of queries) {
          const all = index.search({ ...one, offset: 0, limit: 1000 });
          const paged = [];
          for (let offset = 0; offset < all.total; offset += limit) {
            paged.push(...index.search({ ...one, offset, limit }).hits);
          }
          expect(paged).toEqual(all.hits);
          expect(new Set(paged.map(({ document }) => document)).size).toBe(all.total);
        }
      }),
      { numRuns: budget(50) },
    );
  });

  test('the order of the entries, and entries that come twice, change no byte', () => {
    fc.assert(
      fc.property(input, options, (of, options) => {
        const turned = {
          ...of,
          lexicons: of.lexicons.map((one) => ({
            ...one,
            entries: () => [...one.entries(), ...one.entries()].reverse(),
          })),
        };
        expect(
          Buffer.concat(buildIndex(turned, options)).equals(Buffer.concat(buildIndex(of, options))),
        ).toBe(true);
      }),
      { numRuns: budget(50) },
    );
  });

  test('texts that are given once for all their owners make the same bytes', () => {
    fc.assert(
      fc.property(input, options, fc.infiniteStream(fc.boolean()), (of, options, twice) => {
        const shared = {
          ...of,
          lexicons: of.lexicons.map((one) => ({
            ...one,
            entries: () => sharedOf([...one.entries()], twice),
          })),
        };
        expect(
          Buffer.concat(buildIndex(shared, options)).equals(Buffer.concat(buildIndex(of, options))),
        ).toBe(true);
      }),
      { numRuns: budget(50) },
    );
  });
});

/** Each text once or, now and then, once more; also one of nobody. */
function sharedOf(entries: readonly (readonly [string, number])[], twice: Iterator<boolean>): SharedTexts {
  const texts = ['nobody'];
  const numbers = entries.map(([text]) => {
    const known = texts.indexOf(text, 1);
    return known < 0 || twice.next().value ? texts.push(text) - 1 : known;
  });
  return new SharedTexts({
    count: texts.length,
    text: (number) => texts[number] ?? '',
    numbers: Uint32Array.from(numbers),
    owners: Uint32Array.from(entries, ([, owner]) => owner),
  });
}
