import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VersionedCache } from '../../src/collections/versioned-cache.js';

interface Row {
  readonly number: number;
  readonly text: string;
}

const kept = () =>
  new VersionedCache<string, Row>(
    { size: ({ text }) => text.length, mark: ({ number }) => number },
    32 * 1024,
  );

test('whatever is asked in whatever order and whenever the file changes, the answer is what the file holds', () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 5 }), changes: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const hot = kept();
      let version = 1;
      const held = (key: string) =>
        key === '5' ? undefined : { number: Number(key), text: `${key} at ${version}` };
      for (const { key, changes } of steps) {
        if (changes) version += 1;
        expect(hot.get(String(key), version, held)).toEqual(held(String(key)));
      }
    }),
  );
});

test('a record is read twice and then no more until the file changes', () => {
  const hot = kept();
  let reads = 0;
  const read = (key: string) => {
    reads += 1;
    return { number: 7, text: key };
  };
  for (let time = 0; time < 10; time++) hot.get('a', 1, read);
  expect(reads).toBe(2);
  hot.get('a', 2, read);
  expect(reads).toBe(3);
});

test('what is kept is bounded: of more than fits, what was not asked for lately is read again', () => {
  const hot = kept();
  const text = 'x'.repeat(2 ** 20);
  const reads: number[] = [];
  const ask = (number: number) =>
    hot.get(String(number), 1, () => {
      reads.push(number);
      return { number, text };
    });
  for (let number = 0; number < 50; number++) for (let time = 0; time < 3; time++) ask(number);
  reads.length = 0;
  ask(49);
  ask(0);
  expect(reads).toEqual([0]);
});

test('of half the memory half as much is kept', () => {
  const keptOf = (kib: number) => {
    const hot = new VersionedCache<string, Row>(
      { size: ({ text }) => text.length, mark: ({ number }) => number },
      kib,
    );
    let reads = 0;
    const text = 'x'.repeat(1_024);
    const ask = (number: number) =>
      hot.get(String(number), 1, () => {
        reads += 1;
        return { number, text };
      });
    for (let number = 0; number < 1_000; number++) for (let time = 0; time < 2; time++) ask(number);
    reads = 0;
    for (let number = 999; number >= 0; number--) ask(number);
    return 1_000 - reads;
  };
  expect(keptOf(1_200)).toBeGreaterThan(100);
  expect(keptOf(600) / keptOf(1_200)).toBeCloseTo(0.5, 1);
});
