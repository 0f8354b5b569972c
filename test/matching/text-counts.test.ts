import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TWO_SEEDS, textHash } from '../../src/matching/block/text-hash.js';
import { TextCounts } from '../../src/matching/population/text-counts.js';

test('texts are counted as a map counts them, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom('', 'a', 'ab', 'ba'))), (texts) => {
      const counts = new TextCounts();
      const expected = new Map<string, number>();
      for (const text of texts) {
        expect(counts.add(text)).toBe(expected.get(text) ?? 0);
        expected.set(text, (expected.get(text) ?? 0) + 1);
      }
      for (const [text, count] of expected) expect(counts.of(text)).toBe(count);
    }),
  );
});

test('many texts are told apart while the table grows, and what was never counted has none', () => {
  const counts = new TextCounts();
  const max = 200_000;
  for (let at = 0; at < max; at++) counts.add(`NAME ${at}`);
  for (let at = 0; at < max; at += 2) counts.add(`NAME ${at}`);
  let wrong = 0;
  for (let at = 0; at < max; at++) if (counts.of(`NAME ${at}`) !== (at % 2 === 0 ? 2 : 1)) wrong += 1;
  for (let at = max; at < 2 * max; at++) if (counts.of(`NAME ${at}`) !== 0) wrong += 1;
  expect(wrong).toBe(0);
});

test('texts that agree in one of the two hashes do not agree in the other', () => {
  const [seed, other] = TWO_SEEDS;
  const byHash = new Map<number, string>();
  let agree = 0;
  for (let at = 0; at < 400_000; at++) {
    const text = `${(Math.imul(at, 0x9e3779b1) >>> 0).toString(36)} ${at % 977} holdings`;
    const hash = textHash(seed, text);
    const before = byHash.get(hash);
    byHash.set(hash, text);
    if (before === undefined) continue;
    agree += 1;
    expect(textHash(other, before)).not.toBe(textHash(other, text));
  }
  expect(agree).toBeGreaterThan(0);
});
