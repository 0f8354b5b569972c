import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { marksAtBeginning, marksIn } from '../../../src/domain/business-names/marks.js';
import { writtenOut } from '../../../src/domain/business-names/spellings.js';
import { searchText } from '../../../src/domain/names.js';

const cut = (name: string, marks: readonly { from: number; to: number }[]) =>
  marks.map(({ from, to }) => name.slice(from, to));

describe('the marked parts of a name', () => {
  it.each([
    ['Aspen Holdings, LLC', 'holdings aspen', false, ['Aspen', 'Holdings']],
    ['Aspen Holdings, LLC', 'aspen hold', true, ['Aspen', 'Hold']],
    ['Aspen Holdings, LLC', 'aspen hold', false, ['Aspen']],
    ['O’Reilly & Sons', 'oreilly sons', false, ['O’Reilly', 'Sons']],
    ['J. P. Morgan & Co.', 'jp morgan', false, ['J. P', 'Morgan']],
    ['J P MORGAN', 'jp', false, ['J P']],
    ['U.S.A. Steel', 'usa steel', false, ['U.S.A', 'Steel']],
    ['Intl Paper Mfg Co', 'international manufacturing', false, ['Intl', 'Mfg']],
    ['International Paper', 'intl', false, ['International']],
    ['Café Zoë', 'cafe zo', true, ['Café', 'Zo']],
    ['Café Zoë', 'zoe', false, ['Zoë']],
    ['AT&T Inc.', 'at and t', false, ['AT&T']],
    ['<b>Bold</b> Inc', 'bold', false, ['Bold']],
    ['Birch', 'aspen', false, []],
    ['Birch', '', true, []],
  ])('of %s for %s, typed in part: %s', (name, words, isLastPartial, expected) => {
    expect(cut(name, marksIn(name, words.split(' '), isLastPartial))).toEqual(expected);
  });

  it('reach as far as the letters asked for, where words are joined or split', () => {
    expect(cut('Wal Mart Stores', marksAtBeginning('Wal Mart Stores', 'walmart'))).toEqual(['Wal', 'Mart']);
    expect(cut('Walmart Inc', marksAtBeginning('Walmart Inc', 'wal mart'))).toEqual(['Walmart']);
  });

  test('follow each other, and each stands for a word that was asked for', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'É', '.', '&', "'", ' ', '-', '1', '\u{1f600}'),
    });
    const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'e', 'aand', '1', 'ea'), { maxLength: 3 });
    fc.assert(
      fc.property(letters, words, fc.boolean(), (name, request, isLastPartial) => {
        let end = 0;
        for (const { from, to } of marksIn(name, request, isLastPartial)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
          const held = searchText(name.slice(from, to)).split(' ');
          const all = [held.join(''), ...held, ...held.map(writtenOut)];
          const last = request.at(-1) ?? '';
          expect(
            request.some((word) => all.includes(word)) ||
              (isLastPartial && all.some((one) => one.startsWith(last) || last.startsWith(one))),
          ).toBe(true);
        }
        expect(end).toBeLessThanOrEqual(name.length);
      }),
    );
  });
});
