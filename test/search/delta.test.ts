import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NONE } from '../../src/search/format/types.js';
import {
  buildDelta,
  buildIndex,
  type IndexInput,
  type IndexQuery,
  type LexiconInput,
  openIndex,
  openMainIndex,
} from '../../src/search/index.js';
import { bitmapFrom } from '../support/bitmaps.js';
import { budget } from '../support/effort.js';
import { keyOf, keysListed, keysOf, maxListed, options, query, text } from './model/arbitraries.js';
import { askOracle } from './model/oracle.js';
import { filings } from './model/sample.js';

/** A document as it was or as it is; documents are ranked by `rank`, then by key. */
interface Version {
  readonly rank: number;
  readonly groups: readonly number[];
  readonly descriptions: readonly string[];
  readonly numbers: readonly string[];
  readonly forms: readonly string[];
  readonly filed: number;
  readonly formed: number;
}

interface Document {
  readonly key: bigint;
  readonly before: Version | null;
  readonly now: Version | null;
  readonly touched: boolean;
}

/** `late`: known only since the main index was built. */
interface Group {
  readonly key: number;
  readonly late: boolean;
  readonly names: Readonly<Record<'current' | 'former' | 'ticker', readonly string[]>>;
}

const FORMS = ['4', '10-K', '8-K'];
const GROUP_KEYS = [5, 15, 25, 35, 7];

const few = fc.array(text, { maxLength: 2 });
const version = (groups: number): fc.Arbitrary<Version> =>
  fc.record({
    rank: fc.integer({ min: 0, max: 6 }),
    groups: fc.subarray([...new Array(groups).keys()]),
    descriptions: few,
    numbers: few,
    forms: fc.subarray(FORMS),
    filed: fc.integer({ min: -9, max: 9 }),
    formed: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(NONE)),
  });

const world = fc
  .array(fc.record({ late: fc.boolean(), current: few, former: few, ticker: few }), { maxLength: 4 })
  .chain((drafts) => {
    const groups = drafts.map(({ late, ...names }, at): Group => ({ key: 10 * at + 5, late, names }));
    const one = version(groups.length);
    const draft = fc.record({
      before: fc.option(one),
      now: fc.oneof(fc.constant('same' as const), fc.option(one, { freq: 3 })),
      touched: fc.boolean(),
    });
    return fc.array(draft, { maxLength: 25 }).map((made) => ({
      groups,
      documents: made.map(({ before, now, touched }, at): Document => {
        const was = before && { ...before, groups: before.groups.filter((group) => !groups[group]?.late) };
        const is = now === 'same' ? was : now;
        return {
          key: 2n ** 40n * BigInt(at % 3) + BigInt(at),
          before: was,
          now: is,
          touched: touched || now !== 'same',
        };
      }),
    }));
  });

interface Ranked {
  readonly key: bigint;
  readonly version: Version;
}

function ranked(documents: readonly Document[], which: 'before' | 'now'): Ranked[] {
  return documents
    .flatMap(({ key, [which]: version }) => (version === null ? [] : [{ key, version }]))
    .sort(compareRanks);
}

function compareRanks(one: Ranked, other: Ranked): number {
  return one.version.rank - other.version.rank || Number(one.key - other.key);
}

/** All groups that are not late, and of the late ones those with documents; `all` false: only those with documents. */
function inputOf(rows: readonly Ranked[], groups: readonly Group[], all = true): IndexInput {
  const has = (group: Group) => rows.some(({ version }) => version.groups.includes(groups.indexOf(group)));
  const held = groups.filter((group) => (all && !group.late) || has(group));
  const members = held.map((group) =>
    [...rows.keys()].filter((at) => rows[at]?.version.groups.includes(groups.indexOf(group))),
  );
  const offsets = new Uint32Array(held.length + 1);
  members.forEach((list, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + list.length;
  });
  const shaped = (by: LexiconInput['by']) => (by === 'keys' ? keyOf : (one: string) => one);
  const ofGroups = (name: string, field: keyof Group['names'], by: LexiconInput['by']) => ({
    ...{ name, by, owners: 'groups' as const },
    entries: () =>
      held.flatMap((group, at) => group.names[field].map((one) => [shaped(by)(one), at] as const)),
  });
  const ofDocuments = (name: string, field: 'descriptions' | 'numbers', by: LexiconInput['by']) => ({
    ...{ name, by, owners: 'documents' as const },
    entries: () =>
      rows.flatMap(({ version }, at) => version[field].map((one) => [shaped(by)(one), at] as const)),
  });
  return {
    documentKeys: BigUint64Array.from(rows, ({ key }) => key),
    groups: {
      keys: Float64Array.from(held, ({ key }) => key),
      offsets,
      documents: Uint32Array.from(members.flat()),
    },
    lexicons: [
      ofGroups('current', 'current', 'words'),
      ofGroups('former', 'former', 'words'),
      ofGroups('ticker', 'ticker', 'whole'),
      ofDocuments('description', 'descriptions', 'words'),
      ofDocuments('number', 'numbers', 'whole'),
      ofGroups('key', 'current', 'keys'),
      ofDocuments('documentKey', 'descriptions', 'keys'),
    ],
    facets: [
      {
        name: 'form',
        values: new Map(
          FORMS.map((form) => [
            form,
            bitmapFrom([...rows.keys()].filter((at) => rows[at]?.version.forms.includes(form))),
          ]),
        ),
      },
    ],
    valueSets: [['form']],
    columns: (['filed', 'formed'] as const).map((name) => ({
      name,
      values: Int32Array.from(rows, ({ version }) => version[name]),
    })),
  };
}

function answerOf(index: { search(request: IndexQuery): ReturnType<typeof askOracle> }, request: IndexQuery) {
  const { total, hits, corrected, removed, sought, tierOfGroup, counts } = index.search(request);
  return {
    ...{ total, hits, corrected, removed, counts, text: sought.text },
    tiersOfGroups: GROUP_KEYS.map(tierOfGroup),
  };
}

/** Without what narrows, so that most answers have documents of both. */
function widened({ group: _group, ...rest }: IndexQuery): IndexQuery {
  return { ...rest, also: [], filters: [], ranges: [], offset: rest.offset % 4, limit: rest.limit + 3 };
}

const request = world.chain(({ groups, documents }) => {
  const everything = inputOf(ranked(documents, 'now'), groups);
  const was = inputOf(ranked(documents, 'before'), groups);
  const any = query(everything);
  const wide = any.map(widened);
  const all = wide.map((one): IndexQuery => ({ ...one, text: null }));
  return fc.record({
    groups: fc.constant(groups),
    documents: fc.constant(documents),
    queries: fc.array(fc.oneof(any, wide, all, query(was), query(was).map(widened)), {
      minLength: 4,
      maxLength: 12,
    }),
    options,
    few: maxListed,
  });
});

describe('an index and the changes beside it', () => {
  test('answer as one index built from everything: total, page, document, tier, filer and correction', () => {
    fc.assert(
      fc.property(request, ({ groups, documents, queries, options, few }) => {
        const before = ranked(documents, 'before');
        const touched = documents.filter((one) => one.touched);
        const changed = ranked(touched, 'now');
        const main = Buffer.concat(buildIndex(inputOf(before, groups), options));
        const changes = buildDelta(
          openMainIndex(main),
          {
            index: inputOf(changed, groups, false),
            touched: new Set(touched.map(({ key }) => key)),
            isBefore: (one, other) => compareRanks(before[one] as Ranked, changed[other] as Ranked) < 0,
          },
          options,
        );
        const index = openIndex(main, { changes: Buffer.concat(changes), few });
        const everything = inputOf(ranked(documents, 'now'), groups);
        expect(index.documentCount).toBe(everything.documentKeys.length);
        for (const one of queries) {
          const expected = answerOf({ search: (same) => askOracle(everything, same) }, one);
          expect(answerOf(index, one)).toEqual(expected);
          expect(keysOf(index, one)).toEqual(keysListed(index, one));
        }
      }),
      { numRuns: budget(100) },
    );
  });

  test('count a name that both hold once, when a misspelt word is corrected', () => {
    const named = (...names: readonly string[]): IndexInput => ({
      documentKeys: BigUint64Array.from(names, (_, at) => BigInt(at)),
      lexicons: [
        {
          ...{ name: 'name', owners: 'documents', by: 'words' },
          entries: () => names.map((name, at) => [name, at] as const),
        },
      ],
      facets: [],
      columns: [],
    });
    const correctedIn = (main: IndexInput, index: IndexInput, touched: readonly bigint[]) => {
      const bytes = Buffer.concat(buildIndex(main));
      const delta = { index, touched: new Set(touched), isBefore: () => true };
      const changes = Buffer.concat(buildDelta(openMainIndex(bytes), delta));
      const tiers = [{ how: 'words', lexicons: ['name'] }] as const;
      const request = {
        text: 'banxs',
        tiers,
        filters: [],
        ranges: [],
        order: 'tiers',
        offset: 0,
        limit: 9,
      } as const;
      return openIndex(bytes, { changes }).search(request).corrected;
    };
    const main = named('banks one', 'bands two', 'bands three');
    const even = named('banks one', 'banks six', 'bands two', 'bands three');
    expect(correctedIn(even, named('banks one'), [])).toBe('bands');
    expect(correctedIn(even, named('banks ten'), [])).toBe('banks');
    expect(correctedIn(main, named('banks four', 'banks five'), [])).toBe('banks');
    expect(correctedIn(main, named(), [1n, 2n])).toBe('banks');
    expect(correctedIn(main, named('bands two', 'bands three'), [1n, 2n])).toBe('bands');
    expect(correctedIn(named('banks one'), named(), [0n])).toBeNull();
  });

  test('are refused together where the changes are those of another index', () => {
    const main = Buffer.concat(buildIndex(filings));
    const other = Buffer.concat(buildIndex({ ...filings, facets: [] }));
    const nothing = { index: filings, touched: new Set<bigint>(), isBefore: () => true };
    const changes = Buffer.concat(buildDelta(openMainIndex(main), nothing));
    expect(openIndex(main, { changes }).documentCount).toBe(10);
    expect(() => openIndex(other, { changes })).toThrow('The changes are those of another index.');
    expect(() => openIndex(main, { changes: main })).toThrow('The changes are those of another index.');
    changes[changes.length - 40] = (changes[changes.length - 40] ?? 0) ^ 1;
    expect(() => openIndex(main, { changes })).toThrow('damaged');
  });
});
