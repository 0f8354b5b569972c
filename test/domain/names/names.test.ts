import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchText } from '../../../src/domain/names.js';

describe('searchText', () => {
  it.each([
    ['Tesla, Inc.', 'tesla inc'],
    ['D & G', 'd and g'],
    [
      'O\u00b4Malley O\u2019Malley O`Malley O\u02bbMalley O\u2032Malley',
      'omalley omalley omalley omalley omalley',
    ],
    ['J.P. Morgan & Co.', 'jp morgan and co'],
    ['J P MORGAN CHASE', 'jp morgan chase'],
    ["McDONALD'S CORP", 'mcdonalds corp'],
    ['Café Zürich, S.A.', 'cafe zurich sa'],
    ['"83" RANCH', '83 ranch'],
    ['U.S. Steel', 'us steel'],
    ['I.B.M Corp', 'ibm corp'],
    ['J.P.Morgan', 'jp morgan'],
    ['Ada Quill, M.D., P.A.', 'ada quill md pa'],
    ['Ada Quill MD PA', 'ada quill md pa'],
    ['PLAN B LLC', 'plan b llc'],
    ['AT&T INC.', 'at and t inc'],
    ['10-K', '10 k'],
    [
      'Ørsted Łódź Đuro Weiß Æther Œuvre Þór Eiður Işık',
      'orsted lodz duro weiss aether oeuvre thor eidur isik',
    ],
    ['!!!', ''],
    ['', ''],
  ])('makes %j %j', (name, text) => {
    expect(searchText(name)).toBe(text);
  });

  it('is the same when applied again, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(searchText(searchText(name))).toBe(searchText(name));
      }),
    );
  });
});

const words = fc
  .array(
    fc.constantFrom('the', 'THE', 'Inc', 'a', 'B', 'co', 'and', '&', "o'", 'j.p.', '1', 'llc', 'bank', ''),
    {
      maxLength: 7,
    },
  )
  .map((parts) => parts.join(' '));

it('is the same for a plain name as for one that needs every step', () => {
  const needsEveryStep = (name: string) => `${name}\u200b`;
  fc.assert(
    fc.property(words, (name) => {
      expect(searchText(name)).toBe(searchText(needsEveryStep(name)));
    }),
  );
});
