import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyIndex, KeyList } from '../../src/matching/block/key-index.js';

/** Hashes that share a bucket, a tag or both, and any others. */
const hash = fc.oneof(
  fc.constantFrom(0, 1, 0x10000, 0x10001, 0xffffffff, 0xffff0000, 0x7fffffff, 0x80000000),
  fc.integer({ min: 0, max: 0xffffffff }),
);

function indexOf(keys: readonly (readonly [hash: number, record: number])[]): KeyIndex {
  const list = new KeyList();
  for (const [one, record] of keys) list.add(one, record);
  return new KeyIndex(list);
}

function found(index: KeyIndex, one: number, max: number): number[] {
  const records: number[] = [];
  index.each(one, max, (record) => records.push(record));
  return records;
}

test('a key leads to its records in the order they were added, and to none where too many share it', () => {
  fc.assert(
    fc.property(fc.array(hash), fc.array(hash), fc.integer({ min: 0, max: 5 }), (hashes, others, max) => {
      const keys = hashes.map((one, record) => [one, record] as const);
      const index = indexOf(keys);
      for (const request of [...hashes, ...others]) {
        const all = keys.flatMap(([one, record]) => (one === request ? [record] : []));
        expect(found(index, request, hashes.length)).toEqual(all);
        expect(found(index, request, max)).toEqual(all.length > max ? [] : all);
      }
    }),
  );
});

test('more keys than a chunk of the list holds are all found', () => {
  const count = 2 ** 20 + 5;
  const spread = (record: number) => Math.imul(record, 0x9e3779b1) >>> 0;
  const list = new KeyList();
  for (let record = 0; record < count; record++) list.add(spread(record), record);
  const index = new KeyIndex(list);
  let missed = 0;
  for (let record = 0; record < count; record++) {
    if (found(index, spread(record), 1)[0] !== record) missed += 1;
  }
  expect(missed).toBe(0);
});

test('a key that too many records share takes no longer than others', () => {
  const [common, count, lookups] = [7, 2 ** 20, 2_000];
  const index = indexOf(Array.from({ length: count }, (_, record) => [common, record] as const));
  const before = process.cpuUsage();
  for (let lookup = 0; lookup < lookups; lookup++) expect(found(index, common, 80)).toEqual([]);
  const { user, system } = process.cpuUsage(before);
  // To read all records of the key each time takes seconds.
  expect((user + system) / 1_000).toBeLessThan(500);
});
