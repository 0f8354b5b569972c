import { readdirSync, truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionsFor, Spill } from '../../../src/ingest/read/groups/spill.js';
import { budget } from '../../support/effort.js';
import { newContext, put } from './support.js';

const MEBIBYTE = 1_048_576;

describe('Spill', () => {
  it('gives each key once with its lines in the order added, over any number of partitions', () => {
    const key = fc.stringMatching(/^[a-eé ]{1,3}$/);
    const lines = fc.array(fc.tuple(key, fc.stringMatching(/^[a-z\té€"]{0,6}$/)), { maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), (added, count) => {
        const expected = new Map<string, string[]>();
        for (const [name, line] of added) expected.set(name, [...(expected.get(name) ?? []), line]);
        const read = spilled(added, count);
        expect(new Map(read)).toEqual(expected);
        expect(read.length).toBe(expected.size);
        expect(spilled(added, count)).toEqual(read);
      }),
      { numRuns: budget(50) },
    );
  });

  it('keeps lines beyond its buffer, and leaves no file behind', () => {
    const { spillFolder } = newContext();
    const spill = new Spill(spillFolder, 2);
    for (let number = 0; number < 5_000; number += 1) spill.add('key', `${number} ${'x'.repeat(100)}`);
    expect(readdirSync(spillFolder).length).toBe(2);
    const [only] = [...spill.keys()];
    expect(only?.lines.length).toBe(5_000);
    expect(only?.lines[4_999]?.startsWith('4999 ')).toBe(true);
    spill.close();
    expect(readdirSync(spillFolder)).toEqual([]);
  });

  it('takes one partition for small files and enough for 64 MB each for large ones', async () => {
    const large = put('x.csv', 'id\n');
    truncateSync(large, 1_000 * MEBIBYTE);
    const packed = put('x.gz', Buffer.of(0x1f, 0x8b, 8));
    truncateSync(packed, 100 * MEBIBYTE);
    expect(await partitionsFor([put('y.csv', 'id\n')])).toBe(1);
    expect(await partitionsFor([large])).toBe(24);
    expect(await partitionsFor([large, packed])).toBe(40);
  });
});

function spilled(
  lines: readonly (readonly [string, string])[],
  count: number,
): [string, readonly string[]][] {
  const spill = new Spill(newContext().spillFolder, count);
  for (const [key, line] of lines) spill.add(key, line);
  const read = [...spill.keys()].map(({ key, lines: own }): [string, readonly string[]] => [key, own]);
  spill.close();
  return read;
}
