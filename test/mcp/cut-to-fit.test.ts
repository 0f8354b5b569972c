import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutToFit } from '../../src/mcp/answer/cut-to-fit.js';

const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ maxLength: 40 }),
    fc.integer(),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.integer(), { maxKeys: 90 }),
    fc.array(tie('value'), { maxLength: 30 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('value'), { maxKeys: 5 }),
  ),
})).value;

test('whatever is cut is told, and what stays is the beginning of what was there', () => {
  fc.assert(
    fc.property(json, fc.integer({ min: 50, max: 3_000 }), (data, max) => {
      const before = { data };
      const after = structuredClone(before);
      const cuts = cutToFit(after, max);
      const reported = new Map(cuts.map(({ path, of, shown }) => [path, { of, shown }]));
      compare(before, after, '', reported);
      if (cuts.length === 0) expect(after).toEqual(before);
    }),
  );
});

/** Walks both: only lists and texts that were told may be shorter. */
function compare(
  before: unknown,
  after: unknown,
  path: string,
  reported: Map<string, { of: number; shown: number }>,
) {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length)
      expect(reported.get(path)).toEqual({ of: before.length, shown: after.length });
    after.forEach((one, at) => {
      compare(before[at], one, path === '' ? String(at) : `${path}.${at}`, reported);
    });
  } else if (typeof before === 'object' && before !== null) {
    const [names, kept] = [Object.keys(before), Object.keys(after as object)];
    expect(kept).toEqual(names.slice(0, kept.length));
    if (kept.length < names.length)
      expect(reported.get(path)).toEqual({ of: names.length, shown: kept.length });
    for (const [name, value] of Object.entries(before).slice(0, kept.length)) {
      const within = path === '' ? name : `${path}.${name}`;
      compare(value, (after as Record<string, unknown>)[name], within, reported);
    }
  } else if (before !== after) {
    expect(reported.get(path)).toMatchObject({ of: String(before).length, shown: String(after).length });
    expect(String(before).startsWith(String(after))).toBe(true);
  }
}

test('of several lists the longest are cut, each to one item at the least', () => {
  const value = { data: { short: [1, 2], long: Array.from({ length: 900 }, (_, at) => `item ${at}`) } };
  const cuts = cutToFit(value, 2_000);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(2_000);
  expect(cuts).toEqual([{ path: 'data.long', shown: value.data.long.length, of: 900, kind: 'list' }]);
  expect(value.data.short).toEqual([1, 2]);
});

test('a text that is too long alone is cut last', () => {
  const value = { data: { items: [{ text: 'x'.repeat(9_000) }] } };
  expect(cutToFit(value, 1_000)).toEqual([
    { path: 'data.items.0.text', shown: expect.any(Number), of: 9_000, kind: 'text' },
  ]);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(1_000);
});

test('if there are very many short members, the last ones are left out and counted', () => {
  const data = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`field${at}`, 'short']));
  const value = { data, meta: { requestId: 'x' } };
  const cuts = cutToFit(value, 25_000);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(25_000);
  expect(cuts).toEqual([{ path: 'data', shown: Object.keys(data).length, of: 4_000, kind: 'members' }]);
  expect(Object.keys(data).slice(0, 2)).toEqual(['field0', 'field1']);
  expect(value.meta).toEqual({ requestId: 'x' });
});
