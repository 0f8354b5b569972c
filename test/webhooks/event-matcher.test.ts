import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANGE_KINDS, RECORD_TYPES } from '../../src/contract/vocabulary.js';
import { formsMeant } from '../../src/domain/sec/forms.js';
import type { ChangeFilter } from '../../src/store/store.js';
import { EventMatcher } from '../../src/webhooks/event-matcher.js';
import { budget } from '../support/effort.js';
import { fill } from '../support/service.js';
import { type WatchedFolder, watchedFolder } from './support/watched-folder.js';

let folder: WatchedFolder;
beforeAll(async () => {
  folder = await watchedFolder();
  await folder.load({ 1: 'A', 2: 'B' });
  await folder.load({ 1: 'A2', 3: 'C' });
  const filing = (cik: number, form: string, number: number) => ({
    kind: 'filing' as const,
    accession: `0000000001-26-${String(number).padStart(6, '0')}`,
    ...{ cik, form, filed: '2026-11-20' },
  });
  const sec = (facts: readonly ReturnType<typeof filing>[]) =>
    fill(folder.store.catalog, { sec: { us_sec_daily_index: facts } });
  await sec([filing(1, '10-K', 1)]);
  await sec([
    filing(1, '10-K', 1),
    filing(320_193, '8-K', 2),
    filing(320_193, '8-K/A', 3),
    filing(1, '8-K', 4),
  ]);
});
afterAll(() => folder.close());

const LISTS: Readonly<Record<string, readonly string[]>> = {
  first: ['CO:1', 'CO:3'],
  second: ['CO:3', 'none'],
};
const MEMBERS = Object.entries(LISTS).flatMap(([list, ids]) => ids.map((entity) => ({ list, entity })));

const some = <Value>(...values: Value[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined });
const filters: fc.Arbitrary<ChangeFilter> = fc
  .record({
    id: fc.option(fc.constantFrom('CO:1', 'CO:3', '0000000001-26-000002', 'none'), { nil: undefined }),
    cik: fc.option(fc.constantFrom(1, 320_193), { nil: undefined }),
    sources: some('us_co_business_entities', 'us_sec_daily_index'),
    states: some('CO', 'NY'),
    kinds: some(...CHANGE_KINDS),
    recordTypes: some(...RECORD_TYPES),
    forms: some('8-K', '8K/A', '10k'),
    fields: some('name', 'status'),
    list: fc.option(fc.constantFrom(...Object.keys(LISTS), 'unknown'), { nil: undefined }),
  })
  .map((filter) => Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)));

test('many watches are told of exactly the events that the feed gives for the filter of each', async () => {
  const { events } = await folder.store.catalog.feed.changesAfter(null, 1_000);
  expect(events.length).toBeGreaterThan(6);
  await fc.assert(
    fc.asyncProperty(fc.array(filters, { minLength: 1, maxLength: 12 }), async (request) => {
      const readers = request.map((filter, number) => ({
        number,
        id: `wat_${number}`,
        filter,
        feed: 'f',
        position: 0,
      }));
      const matcher = new EventMatcher(readers, MEMBERS);
      const reported = request.map((): number[] => []);
      for (const event of events)
        for (const { number } of matcher.watchesOf(event)) reported[number]?.push(event.seq);
      for (const [number, filter] of request.entries()) {
        const { list, ...rest } = filter;
        const meant = {
          ...rest,
          ...(filter.forms && { forms: filter.forms.flatMap(formsMeant) }),
          ...(list !== undefined && { ids: LISTS[list] ?? [] }),
        };
        const page = await folder.store.catalog.feed.changesAfter(null, 1_000, meant);
        expect([filter, reported[number]]).toEqual([filter, page.events.map(({ seq }) => seq)]);
      }
    }),
    { numRuns: budget(300) },
  );
});

test('a watch is not told of what lies before its position', async () => {
  const { events } = await folder.store.catalog.feed.changesAfter(null, 1_000);
  const last = events.at(-1);
  if (!last) throw new Error('The feed is empty.');
  const at = (position: number) =>
    new EventMatcher([{ number: 1, id: 'wat_1', filter: {}, feed: 'f', position }]).watchesOf(last);
  expect([at(last.seq - 1).length, at(last.seq).length]).toEqual([1, 0]);
});
