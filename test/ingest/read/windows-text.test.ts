import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WindowsText } from '../../../src/ingest/read/tables/windows-text.js';

function decode(...chunks: readonly Buffer[]) {
  const warnings: string[] = [];
  const text = new WindowsText('x.csv', (code, detail) => warnings.push(`${code} ${detail}`));
  return { text: chunks.map((chunk) => text.push(chunk)).join('') + text.end(), warnings };
}
const inPieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size));

describe('text in UTF-8 or Windows-1252', () => {
  it('loses no name in Windows-1252, and says so once for the file', () => {
    const bytes = Buffer.from('CAF\xc9 NI\xd1O\x92S \x80 \x81\n', 'latin1');
    const { text, warnings } = decode(bytes, bytes);
    expect(text).toBe('CAFÉ NIÑO’S € \x81\n'.repeat(2));
    expect(warnings).toEqual(['windows_1252 x.csv']);
  });

  it('keeps names in UTF-8 beside a stray byte of Windows-1252', () => {
    const bytes = Buffer.concat([
      Buffer.from('CAFÉ €, '),
      Buffer.from('MOE\x92S', 'latin1'),
      Buffer.from(', 饭'),
    ]);
    expect(decode(bytes).text).toBe('CAFÉ €, MOE’S, 饭');
  });

  it('drops a byte order mark at the start alone', () => {
    expect(decode(Buffer.from('\ufeffa\ufeffb')).text).toBe('a\ufeffb');
  });

  it('reads all UTF-8 as it is and without a word, wherever the file is cut into chunks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), (name, size) => {
        const { text, warnings } = decode(...inPieces(Buffer.from(`x${name}`), size));
        expect([text, warnings]).toEqual([`x${name}`, []]);
      }),
    );
  });

  it('gives of any bytes the same text in whatever chunks, with a character for each byte that is no UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.integer({ min: 1, max: 7 }), (bytes, size) => {
        const whole = decode(Buffer.from([0x78, ...bytes]));
        expect(decode(...inPieces(Buffer.from([0x78, ...bytes]), size))).toEqual(whole);
        const lossy = Buffer.from([0x78, ...bytes]).toString('utf8');
        if (!Buffer.from(bytes).includes('\ufffd')) expect(whole.text).not.toContain('\ufffd');
        expect(lossy.includes('\ufffd') || whole.text === lossy).toBe(true);
      }),
    );
  });
});
