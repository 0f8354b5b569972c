import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../../src/indexing/files/index-loader.js';
import { Matcher } from '../../../src/linking/match/matcher.js';
import type { Store } from '../../../src/store/store.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

/** Many bear each word alone, so that only the words together lead to one of them. */
const COMMON = ['Willow Harbor Supply', 'Harbor Cleaners', 'Willow Cleaners', 'Cleaners Supply Partners'];
const NAMES = [
  'Willow Harbor Cleaners and Tailors',
  'Quillfeather Bindery',
  ...Array.from({ length: 80 }, (_, row) => `${COMMON[row % 4]} of Plot ${row}`),
  'Willow Harbor Cleaners',
];

let folder: string;
let store: Store;
let matcher: Matcher;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-nearly-'));
  store = await openStore(folder, { schema: 'migrate' });
  const drafts = NAMES.map((name, row) => ({ key: `${row}`, name }));
  await fill(store.catalog, { entities: { us_co_business_entities: drafts } });
  await buildIndexes(store.catalog, join(folder, 'index'), () => 1_000);
  const loaded = await new IndexLoader(join(folder, 'index'), (problem) => expect(problem).toBe('')).look();
  if (loaded === undefined) throw new Error('The index was not built.');
  matcher = new Matcher({ ...store, index: viewsOf(loaded).entities });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

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
