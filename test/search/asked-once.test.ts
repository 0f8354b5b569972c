import { expect, test } from 'vitest';
import type { IndexInput, Tier } from '../../src/search/format/types.js';
import { buildIndex, openIndex } from '../../src/search/index.js';

const NAMES = ['alpha bravo', 'alpha charlie', 'delta bravo', 'delta echo charlie'];

/** A text is asked as it stands and, where its last word may still be typed, as a beginning. */
test.each([
  ['alpha bravo brav', 2],
  ['alpha bravo alpha bravo alph', 2],
  ['dleta bravo', 1],
  ['dleta charlei', 1],
  ['delta echo foxtrot', 1],
])('%s: a tier is asked for no text more often than %i times, however often that is judged', (text, max) => {
  const times = new Map<string, number>();
  const tiers = (['prefix', 'words'] as const).map(
    (how): Tier => ({
      how,
      lexicons: ['name'],
      form: (of) => {
        const key = `${how}: ${of}`;
        if (of.includes(' ')) times.set(key, (times.get(key) ?? 0) + 1);
        return { text: of };
      },
    }),
  );
  const index = openIndex(Buffer.concat(buildIndex(input())));
  index.search({ text, tiers, filters: [], ranges: [], order: 'tiers', offset: 0, limit: 9 });
  expect([...times.keys()]).toContain(`words: ${text}`);
  expect([...times].filter(([, count]) => count > max)).toEqual([]);
});

test('the readings of one request look a text up once, whatever their filters and guesses', () => {
  let count = 0;
  const form = (text: string) => {
    count++;
    return { text };
  };
  const tiers: readonly Tier[] = [{ how: 'words', lexicons: ['name'], form }];
  const index = openIndex(Buffer.concat(buildIndex(input())));
  const query = { tiers, text: 'alpha bravo', ranges: [], order: 'tiers', offset: 0, limit: 9 } as const;
  const lookups = index.newLookups();
  const filters = [{ facet: 'state', values: ['CO'] }];
  expect(index.search({ ...query, filters, guess: 'none' }, lookups).total).toBe(0);
  expect(index.search({ ...query, filters: [], guess: 'none' }, lookups).total).toBe(1);
  expect(index.search({ ...query, filters: [], guess: 'careful' }, lookups).total).toBe(1);
  expect(count).toBe(1);
});

test('a text of more than 32 words is only looked for as written', () => {
  const tiers: readonly Tier[] = [{ how: 'words', lexicons: ['name'] }];
  const index = openIndex(Buffer.concat(buildIndex(input())));
  const query = { tiers, filters: [], ranges: [], order: 'tiers', offset: 0, limit: 9 } as const;
  const found = (text: string) => index.search({ ...query, text }).total;
  expect(found(`${'delta '.repeat(31)}charlei`)).toBe(1);
  expect(found(`${'delta '.repeat(32)}charlei`)).toBe(0);
});

function input(): IndexInput {
  const entries = function* (): Generator<[string, number]> {
    for (const [at, name] of NAMES.entries()) yield [name, at];
  };
  return {
    documentKeys: BigUint64Array.from(NAMES, (_, at) => BigInt(at)),
    lexicons: [{ name: 'name', owners: 'documents', by: 'words', entries }],
    facets: [],
    columns: [],
  };
}
