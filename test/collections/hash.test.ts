import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FNV_BASIS, fnv1a, fnv1aOfBytes, Hash64 } from '../../src/collections/hash.js';

const MASK = 2n ** 32n - 1n;

/** FNV-1a as it is defined, in numbers of any size. */
function model(units: Iterable<number>, basis: number): number {
  let hash = BigInt(basis >>> 0);
  for (const unit of units) hash = ((hash ^ BigInt(unit)) * 0x01000193n) & MASK;
  return Number(hash);
}

it('a hash of a text or of bytes is FNV-1a', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, fc.integer(), fc.uint8Array(), fc.nat({ max: 3 }), (value, basis, bytes, from) => {
      const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at));
      expect(fnv1a(value, basis) >>> 0).toBe(model(units, basis));
      expect(fnv1a(value) >>> 0).toBe(model(units, FNV_BASIS));
      const start = Math.min(from, bytes.length);
      expect(fnv1aOfBytes(bytes, start, bytes.length) >>> 0).toBe(model(bytes.subarray(start), FNV_BASIS));
    }),
  );
});

it('a hash of 64 bits depends on the text alone and on the seed', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, text, after) => {
      const [whole, part, other] = [new Hash64(1, 2), new Hash64(1, 2), new Hash64(2, 1)];
      whole.take(text, 0, text.length);
      part.take(before + text + after, before.length, before.length + text.length);
      other.take(text, 0, text.length);
      expect([part.high, part.low]).toEqual([whole.high, whole.low]);
      expect([other.high, other.low]).not.toEqual([whole.high, whole.low]);
    }),
  );
});

it('a million texts that differ little have a million hashes of 64 bits', () => {
  const hash = new Hash64(0x2545f491, 0x1b873593);
  const seen = new Set<bigint>();
  for (let number = 0; number < 1_000_000; number++) {
    const text = `CO:${number}`;
    hash.take(text, 0, text.length);
    seen.add((BigInt(hash.high >>> 0) << 32n) | BigInt(hash.low >>> 0));
  }
  expect(seen.size).toBe(1_000_000);
});
