import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TextFile } from '../../src/linking/candidates/text-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-texts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function withFile<T>(work: (file: TextFile) => T): T {
  const file = new TextFile(folder);
  try {
    return work(file);
  } finally {
    file.close();
  }
}

test('texts are read as they were written, at any time and in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), look: fc.nat() })), (steps) =>
      withFile((file) => {
        const texts: string[] = [];
        for (const { text, look } of steps) {
          expect(file.push(text)).toBe(texts.length);
          texts.push(text);
          expect(file.at(look % texts.length)).toBe(texts[look % texts.length]);
        }
        expect([...file.all()]).toEqual(texts);
      }),
    ),
  );
});

test('texts larger than a block, and many that fill some', () => {
  withFile((file) => {
    const texts = [
      'é'.repeat(2 ** 20),
      '',
      ...Array.from({ length: 40_000 }, (_, at) => `text ${at} `.repeat(at % 9)),
    ];
    for (const text of texts) file.push(text);
    expect(file.at(0)).toBe(texts[0]);
    expect([...file.all()]).toEqual(texts);
    expect([39_999, 7, 20_000].map((place) => file.at(place))).toEqual([
      texts[39_999],
      texts[7],
      texts[20_000],
    ]);
  });
});

test('no file is left, not even while it is open: a killed process leaves none', () => {
  withFile((file) => {
    file.push('a');
    expect(file.at(0)).toBe('a');
    expect(readdirSync(folder)).toEqual([]);
  });
});
