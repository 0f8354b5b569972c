import { describe, expect, it } from 'vitest';
import { DocumentCollector } from '../../src/search/fields/document-collector.js';
import type { Adjacency } from '../../src/search/sets/adjacency.js';
import { listOf } from '../../src/search/sets/number-set.js';
import { bitmapFrom, expectSame } from '../support/bitmaps.js';

const RUN = 100;

/** Number i owns `RUN` of the numbers below `limit`, ascending and far apart. */
function many(count: number, limit: number): Adjacency {
  const values = new Uint32Array(count * RUN);
  for (let at = 0; at < count; at++) {
    const own = Uint32Array.from({ length: RUN }, (_, nth) => (at * 7_919 + nth * 104_729) % limit).sort();
    values.set(own, at * RUN);
  }
  return { starts: Uint32Array.from({ length: count + 1 }, (_, at) => at * RUN), values };
}

/** One batch, several, and ticked off: of few documents from 131,072 on, of 20 million from 312,500 on. */
describe.each([
  [300_000, 400],
  [300_000, 1_000],
  [300_000, 1_500],
  [20_000_000, 2_000],
  [20_000_000, 3_200],
])('of %i documents, those of %i owners', (documents, count) => {
  const owned = many(count, documents);
  const expected = bitmapFrom(owned.values).toUint32Array();

  it('are all found, and again when asked twice, by a range or by a list', () => {
    const fold = new DocumentCollector(null, documents);
    const list = Uint32Array.from({ length: count }, (_, at) => at);
    for (const names of [{ from: 0, to: count }, list, { from: 0, to: count }]) {
      expectSame(listOf(fold.documentsOf(owned, names)), expected);
    }
    expect([...fold.documentsOf(owned, { from: 0, to: 1 })]).toEqual([...owned.values.subarray(0, RUN)]);
  });

  it('are found through groups', () => {
    const groupOf = {
      starts: Uint32Array.of(0, count),
      values: Uint32Array.from({ length: count }, (_, at) => at),
    };
    const found = new DocumentCollector(owned, documents).documentsOf(groupOf, { from: 0, to: 1 });
    expectSame(listOf(found), expected);
  });
});

it.each([0, RUN - 1, RUN, 3 * RUN, 100_000])('up to %i documents are a list, each of them once', (few) => {
  const owned = many(4, 1_000);
  const fold = new DocumentCollector(null, 1_000, few);
  for (const to of [1, 3, 4, 2]) {
    const found = fold.documentsOf(owned, { from: 0, to });
    expect(found instanceof Uint32Array).toBe(to * RUN <= few);
    expect([...found]).toEqual([...bitmapFrom(owned.values.subarray(0, to * RUN))]);
  }
});
