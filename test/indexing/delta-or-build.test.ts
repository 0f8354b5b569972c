import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import { searchText } from '../../src/domain/names.js';
import type { FilingFact } from '../../src/domain/sec/sec.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { readManifest } from '../../src/indexing/files/files.js';
import type { IndexPair } from '../../src/indexing/files/index-pair.js';
import { updateIndexes } from '../../src/indexing/update.js';
import { FILING_TIERS } from '../../src/operations/search-filings/query.js';
import type { IndexQuery } from '../../src/search/index.js';
import type { Store } from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { openStore } from '../support/store.js';
import {
  ALWAYS_DELTA,
  COLORADO,
  ENTITY_TIERS,
  filer,
  filing,
  loadEntities,
  loadSec,
  NAMES,
  NONPROFITS,
  now,
  openBoth,
} from './delta-support.js';

/** Filers that are known before anything is filed; the others come with their filings. */
const EARLY = [1, 2, 3];

describe('main and delta', () => {
  const word = fc.constantFrom(
    'aspen',
    'aspens',
    'inc',
    'holdings',
    'birch',
    'J.P.',
    'morgan',
    '& Co',
    'LLC',
    'asp',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const day = fc.constantFrom('1999-12-31', '2016-08-05', '2016-08-06', '2024-02-29');
  const draft = fc.record({
    name,
    otherNames: fc.array(fc.record({ name, kind: fc.constantFrom('former' as const, 'assumed' as const) }), {
      maxLength: 2,
    }),
    formedDate: fc.option(day, { nil: undefined }),
    registeredAgent: fc.option(
      name.map((agent) => ({ name: agent, address: null })),
      { nil: undefined },
    ),
    activity: fc.constantFrom('active' as const, 'inactive' as const, undefined),
  });
  const drafts = (max: number) =>
    fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: max }), draft), {
        selector: ([key]) => key,
        maxLength: 8,
      })
      .map((all) => all.map(([key, one]): EntityDraft => ({ key: String(key), ...one })));
  const filings = (ciks: readonly number[]) =>
    fc
      .array(
        fc.record({
          accession: fc.integer({ min: 1, max: 9 }),
          ciks: fc.subarray([...ciks], { minLength: 1 }),
          form: fc.constantFrom('10-K', '10-K/A', '4', '8-K'),
        }),
        { maxLength: 9 },
      )
      .chain((drafts) =>
        fc
          .array(day, { minLength: 10, maxLength: 10 })
          .map((days) =>
            drafts.flatMap(({ accession, ciks, form }) =>
              ciks.map((cik) => filing(accession, cik, days[accession] ?? '', { form })),
            ),
          ),
      );
  const load = (ciks: readonly number[]) =>
    fc.record({ register: drafts(9), nonprofits: drafts(4), filings: filings(ciks) });
  const query = (tiers: IndexQuery['tiers'], filters: IndexQuery['filters'], column: string) =>
    fc
      .record({
        text: fc.oneof(fc.constant(null), name.map(searchText), fc.constantFrom('aspxn', 'bir', 'inx', 'a')),
        filters: fc.subarray([...filters]),
        ranges: fc.subarray([{ column, from: 16_000, to: 17_500 }]),
        group: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined, freq: 3 }),
        order: fc.constantFrom('tiers' as const, 'rank' as const),
        offset: fc.integer({ min: 0, max: 6 }),
        limit: fc.integer({ min: 0, max: 9 }),
      })
      .map(({ group, ...rest }): IndexQuery => ({ tiers, ...rest, ...(group !== undefined && { group }) }));
  const request = fc.record({
    before: load(EARLY),
    between: fc.option(load(EARLY)),
    after: load([1, 2, 3, 4, 5, 6]),
    ofEntities: fc.array(query(ENTITY_TIERS, [{ facet: 'activity', values: ['active'] }], 'formed'), {
      minLength: 10,
      maxLength: 20,
    }),
    ofFilings: fc.array(query(FILING_TIERS, [{ facet: 'form', values: ['10-K', '10-K/A'] }], 'filed'), {
      minLength: 10,
      maxLength: 20,
    }),
  });

  async function put(
    to: Store,
    {
      register,
      nonprofits,
      filings,
    }: { register: EntityDraft[]; nonprofits: EntityDraft[]; filings: FilingFact[] },
  ) {
    await loadEntities(to, COLORADO, register);
    await loadEntities(to, NONPROFITS, nonprofits);
    await loadSec(to, 'us_sec_full_index', filings, 'source');
  }

  const answer = ({ search }: Pick<IndexPair['filings'], 'search'>, one: IndexQuery) => {
    const { tierOfGroup, ...rest } = search(one);
    return { ...rest, tiers: Object.keys(NAMES).map((cik) => tierOfGroup(Number(cik))) };
  };

  test('answer every query as one index built from everything, filers that changed excepted', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ before, between, after, ofEntities, ofFilings }) => {
        const own = mkdtempSync(join(tmpdir(), 'dossier-delta-'));
        const both = await openStore(own, { schema: 'migrate' });
        try {
          await loadSec(
            both,
            'us_sec_submissions',
            EARLY.map((cik) => filer(cik)),
          );
          await put(both, before);
          await buildIndexes(both.catalog, join(own, 'index'), now);
          if (between) {
            await put(both, between);
            await updateIndexes(both.catalog, join(own, 'index'), now, { policy: ALWAYS_DELTA });
          }
          await put(both, after);
          await updateIndexes(both.catalog, join(own, 'index'), now, { policy: ALWAYS_DELTA });
          // Loads that change nothing leave the build as it is.
          fc.pre(readManifest(join(own, 'index'))?.delta !== undefined);
          await buildIndexes(both.catalog, join(own, 'everything'), now);
          const [pair, one] = [openBoth(join(own, 'index')), openBoth(join(own, 'everything'))];
          for (const query of ofEntities) {
            expect(pair.entities.search(query)).toMatchObject({
              ...one.entities.search(query),
              tierOfGroup: expect.any(Function),
            });
          }
          for (const query of ofFilings) {
            expect(answer(bound(pair.filings), query)).toEqual(answer(bound(one.filings), query));
          }
        } finally {
          await both.close();
          rmSync(own, { recursive: true });
        }
      }),
      // Shrinking a case takes minutes: the seed and the path of the one that failed are told at once.
      { numRuns: budget(12, 3), endOnFailure: true },
    );
  });

  const bound = (of: IndexPair['filings']) => ({ search: (query: IndexQuery) => of.search(query) });
});
