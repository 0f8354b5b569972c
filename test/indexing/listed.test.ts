import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import type { IndexPair } from '../../src/indexing/files/index-pair.js';
import { updateIndexes } from '../../src/indexing/update.js';
import { toIndexQuery } from '../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../src/operations/search-entities/request.js';
import { suggested } from '../../src/operations/suggest/index.js';
import { parseSuggest } from '../../src/operations/suggest/request.js';
import type { Store } from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { openStore } from '../support/store.js';
import { ALWAYS_DELTA, COLORADO, filer, loadEntities, loadSec, now, openBoth } from './delta-support.js';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-listed-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const LISTED = ['Aspen Inc', 'Birch Aspen Corp', 'Cedar & Co'];
const name = fc.oneof(
  fc.constantFrom(...LISTED, 'ASPEN INCORPORATED', 'Aspen LLC', 'Cedar and Company', 'Birch Aspen'),
  fc
    .array(fc.constantFrom('Aspen', 'Aspect', 'Birch', 'Cedar', 'Inc', 'Intl'), {
      minLength: 1,
      maxLength: 3,
    })
    .map((words) => words.join(' ')),
);
const record = fc.record({
  name,
  activity: fc.constantFrom('active' as const, 'inactive' as const, undefined),
  subjectType: fc.constantFrom('organization' as const, 'organization' as const, 'person' as const),
});
const records = fc.array(record, { minLength: 1, maxLength: 20 });
const TYPED = [
  'a',
  'as',
  'aspen',
  'aspen i',
  'bir',
  'ced',
  'cedar c',
  'inc',
  'int',
  'asp',
  'cdr',
  'birch as',
];

function answers({ entities }: IndexPair) {
  return TYPED.flatMap((text) => [
    suggested(entities, parseSuggest({ q: text })),
    entities
      .search(toIndexQuery(parseEntitySearch({ name: text, facets: 'status,type' }), '2026-01-01'))
      .hits.map(({ key }) => Number(key)),
  ]);
}

test('with changes beside it the index suggests and ranks as one built again does', async () => {
  await loadSec(store, 'us_sec_tickers', [
    filer(1, { name: LISTED[0], tickers: ['ASP'], standing: 21 }),
    filer(2, { name: LISTED[1], tickers: ['BIR', 'BIR-A'], standing: 3 }),
    filer(3, { name: LISTED[2], tickers: ['CDR'] }),
    filer(4, { name: 'Aspect Birch' }),
  ]);
  const index = join(folder, 'index');
  const drafts = (all: readonly { name: string }[]) => all.map((one, at) => ({ key: String(at), ...one }));
  await fc.assert(
    fc.asyncProperty(records, records, async (before, after) => {
      await loadEntities(store, COLORADO, drafts(before));
      await buildIndexes(store.catalog, index, now);
      await loadEntities(store, COLORADO, drafts(after));
      await updateIndexes(store.catalog, index, now, { policy: ALWAYS_DELTA });
      const beside = answers(openBoth(index));
      await buildIndexes(store.catalog, index, now);
      expect(beside).toEqual(answers(openBoth(index)));
    }),
    { numRuns: budget(60) },
  );
});
