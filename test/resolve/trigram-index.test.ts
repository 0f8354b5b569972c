import { expect, test } from 'vitest';
import { TrigramIndex } from '../../src/resolve/block/trigram-index.js';
import { normaliseRecord, prepare } from '../../src/resolve/prepare.js';
import { populationOf, record } from './support.js';

const population = populationOf([record('any', 'ANY')]);
const ready = (name: string) => prepare(normaliseRecord(record(name, name)), population);
const trigramsOf = (name: string) => ready(name).names[0]?.trigrams ?? new Uint16Array();

function found(index: TrigramIndex, name: string): number[] {
  const records: number[] = [];
  index.each(ready(name), (one) => records.push(one));
  return records;
}

test('of a trigram that very many records have the first 3,000 are followed, and it still counts as common', () => {
  const index = new TrigramIndex();
  const [common, rare] = [trigramsOf('ABC'), trigramsOf('XYZ')];
  for (let at = 0; at < 3_500; at++) index.add(at, common);
  index.add(3_500, rare);
  const followed = found(index, 'ABC');
  expect(followed).toHaveLength(3_000 * common.length);
  expect(Math.max(...followed)).toBe(2_999);
  expect(found(index, 'XYZ')).toEqual([...rare].map(() => 3_500));
});

test('a list that grew holds every record of its trigram, in order', () => {
  const index = new TrigramIndex();
  for (let at = 0; at < 1_000; at++) index.add(at, trigramsOf(at % 3 === 0 ? 'ABC' : 'XYZ'));
  const thirds = Array.from({ length: 334 }, (_, at) => at * 3);
  expect([...new Set(found(index, 'ABC'))]).toEqual(thirds);
});
