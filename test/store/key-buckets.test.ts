import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/file/driver.js';
import { KeyBuckets } from '../../src/store/sqlite/links/key-buckets.js';
import { CandidatesOutgrownError } from '../../src/store/store.js';

function open(maxListed: number, mask = 0xffff, database = new Database(':memory:')): KeyBuckets {
  database.exec(`CREATE TABLE one_buckets (bucket INTEGER PRIMARY KEY, "rows" BLOB NOT NULL);
    CREATE TABLE one_recent (bucket INTEGER PRIMARY KEY, come BLOB NOT NULL, gone BLOB NOT NULL);
    CREATE TABLE one_counted (hash INTEGER PRIMARY KEY, "rows" INTEGER NOT NULL)`);
  return new KeyBuckets(database, 'one', { mask, maxListed });
}

/** Of one bucket, of another, and such that differ in the upper half alone. */
const HASHES = [1, 0x10001, 0xffff0001, 2, 0xffffffff];

test('rows are found by key as in a map of sets, however they come and go', () => {
  const change = fc.record({
    hash: fc.constantFrom(...HASHES),
    number: fc.integer({ min: 1, max: 12 }),
    comes: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
      const [buckets, model] = [open(2_000), new Map(HASHES.map((hash) => [hash, new Set<number>()]))];
      for (const { hash, number, comes } of changes) {
        const known = model.get(hash);
        if (known?.has(number) === comes) continue;
        if (comes) known?.add(number);
        else known?.delete(number);
        if (comes) buckets.add(hash, number);
        else buckets.drop(hash, number);
      }
      for (const [hash, numbers] of model) {
        expect([...(buckets.withKey(hash, 1_000) ?? [])].sort()).toEqual([...numbers].sort());
        if (numbers.size > 3) expect(buckets.withKey(hash, 3)).toBeUndefined();
      }
    }),
  );
});

test('what came and went lately goes to its place when it is much, and every row stays found', () => {
  const hash = fc.nat({ max: 0x2000f }).map((n) => (n & 0xf) | ((n >> 4) << 16));
  const change = fc.record({ hash, number: fc.integer({ min: 1, max: 3 }), comes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 6 }), (batches) => {
      const database = new Database(':memory:');
      const [buckets, model] = [open(2_000, 0xf, database), new Map<number, Set<number>>()];
      for (const changes of batches) {
        for (const { hash, number, comes } of changes) {
          const known = model.get(hash) ?? new Set();
          model.set(hash, known);
          // To take away what is not there changes nothing.
          if (comes && known.has(number)) continue;
          if (comes) buckets.add(hash, number);
          else buckets.drop(hash, number);
          if (comes) known.add(number);
          else known.delete(number);
        }
        buckets.mergeRecent();
        const recent = database.prepare<[], number>('SELECT count(*) FROM one_recent').pluck().get();
        expect(recent).toBeLessThanOrEqual(8);
        for (const [hash, numbers] of model) {
          expect([...(buckets.withKey(hash, 1_000) ?? [])].sort()).toEqual([...numbers].sort());
        }
      }
    }),
  );
});

test('a key of very many rows is counted, one by one or at once, and says so when it is rare again', () => {
  const many = Uint32Array.from({ length: 2_500 }, (_, at) => at);
  for (const way of ['one by one', 'at once']) {
    const buckets = open(2_000);
    buckets.add(0x10001, 7);
    if (way === 'at once') buckets.addMany(new Uint32Array(2_500).fill(1), many);
    else for (const number of many) buckets.add(1, number);
    expect(buckets.withKey(1, 1_000)).toBeUndefined();
    expect(buckets.withKey(0x10001, 1_000)).toEqual([7]);
    for (let number = 0; number < 1_499; number += 1) buckets.drop(1, number);
    expect(buckets.withKey(1, 1_000)).toBeUndefined();
    expect(() => buckets.drop(1, 1_499)).toThrow(CandidatesOutgrownError);
  }
});
