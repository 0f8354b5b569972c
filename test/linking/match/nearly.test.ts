import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Matcher } from '../../../src/linking/match/matcher.js';
import { openMatcher } from './open-matcher.js';

/** Many bear each word alone, so that only the words together lead to one of them. */
const COMMON = ['Willow Harbor Supply', 'Harbor Cleaners', 'Willow Cleaners', 'Cleaners Supply Partners'];
const NAMES = [
  'Willow Harbor Cleaners and Tailors',
  'Quillfeather Bindery',
  ...Array.from({ length: 80 }, (_, row) => `${COMMON[row % 4]} of Plot ${row}`),
  'Willow Harbor Cleaners',
];

let matcher: Matcher;
let close: () => Promise<void>;
beforeAll(async () => {
  const drafts = NAMES.map((name, row) => ({ key: `${row}`, name }));
  ({ matcher, close } = await openMatcher({ us_co_business_entities: drafts }));
});
afterAll(() => close());

it.each([
  ['a letter wrong in a word that nobody bears', 'Quilfeather Bindery', 'CO:1'],
  ['a letter wrong, and the legal form added', 'Quillfeather Bindary Inc', 'CO:1'],
  ['a word spelt far from any', 'Willow Harbor Klenars and Tailors', 'CO:0'],
  ['letters wrong in all words but one', 'Wilow Harbor Cleaner', 'CO:82'],
  ['letters wrong in two of two words', 'Quilfeather Bindary', 'CO:1'],
  ['two words too many', 'Willow Harbor Cleaners and Tailors West Denver', 'CO:0'],
])('a name is looked for nearly as written: %s', async (_, name, id) => {
  const address = { street: '', city: '', state: 'CO', zip: '' };
  const { candidates } = await matcher.match({
    name,
    otherNames: [],
    address,
    people: [],
    identifiers: [],
    registryNumber: '',
    year: null,
  });
  expect(candidates.map(({ candidate }) => candidate.data.id)).toContain(id);
});
