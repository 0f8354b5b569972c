import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GrowableTexts } from '../../src/collections/growable-texts.js';
import { buildIndex, type IndexInput, NONE, openIndex } from '../../src/search/index.js';
import { sortTexts } from '../../src/search/write/terms/sort-texts.js';
import { bitmapFrom } from '../support/bitmaps.js';
import { budget } from '../support/effort.js';
import { filings, open, query } from './model/sample.js';

describe('input that contradicts itself is refused, naming what is wrong', () => {
  const names = (owner: number): IndexInput['lexicons'] => [
    { name: 'current', owners: 'groups', by: 'words', entries: () => [['acme', owner]] },
  ];

  test.each<[string, Partial<IndexInput>, string]>([
    [
      'an owner that does not exist',
      { lexicons: names(3) },
      "The lexicon 'current' has the owner 3, but there are 3 groups.",
    ],
    [
      'a column of another length',
      { columns: [{ name: 'filed', values: new Int32Array(4) }] },
      "The column 'filed' has 4 values for 5 documents.",
    ],
    [
      'a facet beyond the documents',
      { facets: [{ name: 'form', values: new Map([['4', bitmapFrom([5])]]) }] },
      "The facet 'form' has the document 5, but there are 5.",
    ],
    [
      'a group beyond the documents',
      {
        groups: { keys: Float64Array.of(1), offsets: Uint32Array.of(0, 1), documents: Uint32Array.of(9) },
        lexicons: [],
      },
      'A group has the document 9, but there are 5.',
    ],
    [
      'groups without an end',
      {
        groups: { keys: Float64Array.of(1), offsets: Uint32Array.of(0), documents: Uint32Array.of(1) },
        lexicons: [],
      },
      'The offsets of 1 groups do not span their 1 documents.',
    ],
  ])('%s', (_, wrong, message) => {
    expect(() => buildIndex({ ...filings, ...wrong })).toThrow(new RangeError(message));
  });

  test('names of groups where there are none', () => {
    const { groups: _, ...ungrouped } = filings;
    expect(() => buildIndex(ungrouped)).toThrow(
      "The lexicon 'current' belongs to groups, but there are none.",
    );
  });
});

test('many documents are folded batch by batch to the same as one by one', () => {
  const count = 200_000;
  const entries = Array.from({ length: count }, (_, at) => [`acme ${at % 3}`, (at * 7919) % count] as const);
  const index = open(
    {
      documentKeys: new BigUint64Array(count),
      lexicons: [{ name: 'name', owners: 'documents', by: 'words', entries: () => entries }],
      facets: [],
      columns: [],
    },
    { broadFrom: 1e9 },
  );
  const tiers = [{ how: 'words', lexicons: ['name'] }] as const;
  const expected = entries.filter(([name]) => name === 'acme 1').map(([, owner]) => owner);
  const hits = index.search(query('1 acme', { tiers, limit: count })).hits.map(({ document }) => document);
  expect(hits).toEqual(expected.sort((one, other) => one - other));
});

test.each([0, 1000])('a column of few or many runs (at most %i) gives the same ranges', (runsAtMost) => {
  const values = Int32Array.of(5, NONE, -3, 2_147_483_647, NONE + 1, 5);
  const index = openIndex(
    Buffer.concat(
      buildIndex(
        {
          documentKeys: new BigUint64Array(6),
          lexicons: [],
          facets: [],
          columns: [{ name: 'formed', values }],
        },
        { runsAtMost },
      ),
    ),
  );
  const within = (from: number | null, to: number | null) =>
    index
      .search(query(null, { ranges: [{ column: 'formed', from, to }] }))
      .hits.map(({ document }) => document);
  expect(within(null, null)).toEqual([0, 2, 3, 4, 5]);
  expect(within(NONE, NONE)).toEqual([]);
  expect(within(null, -3)).toEqual([2, 4]);
  expect(within(5, 5)).toEqual([0, 5]);
  expect(within(6, null)).toEqual([3]);
  expect(within(6, 4)).toEqual([]);
});

test('texts are sorted by their bytes', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\uffee', '\u{1f600}'), maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200, size: 'max' }), (texts) => {
      const blob = new GrowableTexts();
      for (const one of texts) blob.push(one);
      const sorted = [...sortTexts(blob.bytes, blob.starts)].map((number) =>
        Buffer.from(texts[number] ?? ''),
      );
      const expected = texts.map((one) => Buffer.from(one)).sort(Buffer.compare);
      expect(Buffer.concat(sorted)).toEqual(Buffer.concat(expected));
      expect(sorted.map(String)).toEqual(expected.map(String));
    }),
    { numRuns: budget(200) },
  );
});
