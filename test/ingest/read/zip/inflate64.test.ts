import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EndOfBits } from '../../../../src/ingest/read/archive/bit-reader.js';
import { Inflate64Error, inflate64 } from '../../../../src/ingest/read/archive/inflate64.js';
import { budget } from '../../../support/effort.js';
import { Deflate64Writer, expand, type Item } from './deflate64-writer.js';

describe('inflate64', () => {
  it('reads stored blocks', () => {
    const data = Buffer.from('stored as it is');
    expect(inflate(new Deflate64Writer().stored(data).stored(data, true).end())).toEqual(
      Buffer.concat([data, data]),
    );
  });

  it.each([3, 10, 11, 257, 258, 259, 4_000, 65_538])('reads a match of length %i', (length) => {
    const items: Item[] = [97, 98, 99, { length, distance: 3 }, 100];
    expectItems(items);
  });

  it.each([1, 4, 32_768, 32_769, 49_152, 49_153, 65_536])(
    'reads a match that reaches back %i',
    (distance) => {
      const items: Item[] = [...filler(65_600), { length: 300, distance }, 1, { length: 5, distance }];
      expectItems(items);
    },
  );

  it('reads any blocks of literals and matches, however the input is cut', () => {
    const item = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.record({ length: fc.integer({ min: 3, max: 2_000 }), distance: fc.integer({ min: 1, max: 100 }) }),
    );
    const blocks = fc.array(fc.record({ dynamic: fc.boolean(), items: fc.array(item, { maxLength: 40 }) }), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(blocks, fc.integer({ min: 1, max: 9 }), (made, pieceLength) => {
        const writer = new Deflate64Writer().stored(Buffer.from(filler(100)));
        let expected = filler(100);
        for (const { dynamic, items } of made) {
          if (dynamic) writer.dynamic(items);
          else writer.fixed(items);
          expected = [...expected, ...expand(items, expected)];
        }
        const packed = writer.stored(new Uint8Array(0), true).end();
        expect(inflate(packed, pieceLength).equals(Buffer.from(expected))).toBe(true);
      }),
      { numRuns: budget(60) },
    );
  });

  it('reads what zlib packs, as long as no match is 258 long', () => {
    const text = Buffer.from(
      Array.from({ length: 5_000 }, (_, n) => `${n * 7919} ${n % 13} Main St`).join('\n'),
    );
    expect(inflate(deflateRawSync(text)).equals(text)).toBe(true);
  });

  it('reads a file made by 7-Zip', () => {
    const zip = readFileSync(new URL('../fixtures/deflate64.zip', import.meta.url));
    const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
    expect(zip.readUInt16LE(8)).toBe(9);
    expect(inflate(zip.subarray(start, start + zip.readUInt32LE(18))).equals(fixtureContent())).toBe(true);
  });

  it('says that the data is cut wherever it is cut', () => {
    const whole = new Deflate64Writer()
      .fixed([97, 98, { length: 500, distance: 2 }])
      .dynamic(filler(50), true)
      .end();
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => inflate(whole.subarray(0, length))).toThrow(EndOfBits);
    }
  });

  it('refuses data that is no Deflate64', () => {
    expect(() => inflate(Buffer.of(0b111))).toThrow(Inflate64Error);
    expect(() => inflate(Buffer.of(1, 5, 0, 5, 0, 1, 2, 3, 4, 5))).toThrow(
      'a stored block has an invalid length',
    );
    const tooFar = new Deflate64Writer().fixed([97, { length: 3, distance: 2 }], true).end();
    expect(() => inflate(tooFar)).toThrow('a match distance points before the first byte');
  });

  it('never hangs and fails only by its own errors on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          inflate(Buffer.from(bytes));
        } catch (error) {
          expect([Inflate64Error, EndOfBits]).toContain((error as Error).constructor);
        }
      }),
    );
  });
});

function expectItems(items: readonly Item[]): void {
  const expected = Buffer.from(expand(items));
  expect(inflate(new Deflate64Writer().fixed(items, true).end()).equals(expected)).toBe(true);
  expect(inflate(new Deflate64Writer().dynamic(items, true).end()).equals(expected)).toBe(true);
}

function inflate(packed: Buffer, pieceLength = 65_536): Buffer {
  let position = 0;
  const refill = () => {
    if (position >= packed.length) return undefined;
    position += pieceLength;
    return packed.subarray(position - pieceLength, position);
  };
  return Buffer.concat([...inflate64(refill)]);
}

/** Bytes without order, the same every time. */
function filler(length: number): number[] {
  let state = 12_345;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

/** What fixtures/deflate64.zip holds: repeats that are far apart and longer than deflate can say. */
function fixtureContent(): Buffer {
  const once = Buffer.from(filler(600));
  return Buffer.concat([once, Buffer.alloc(45_000, 'a'), once, Buffer.alloc(100_000, 'b'), once]);
}
