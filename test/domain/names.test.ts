import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coreOfText, coreText, numberText, searchText } from '../../src/domain/names.js';

describe('searchText', () => {
  it.each([
    ['Tesla, Inc.', 'tesla inc'],
    ['D & G', 'd and g'],
    ['J.P. Morgan & Co.', 'jp morgan and co'],
    ['J P MORGAN CHASE', 'jp morgan chase'],
    ["McDONALD'S CORP", 'mcdonalds corp'],
    ['Café Zürich, S.A.', 'cafe zurich sa'],
    ['"83" RANCH', '83 ranch'],
    ['U.S. Steel', 'us steel'],
    ['PLAN B LLC', 'plan b llc'],
    ['AT&T INC.', 'at and t inc'],
    ['10-K', '10 k'],
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

it('the core leaves out legal forms at the end and an article before what is left', () => {
  const forms = new Set(['inc', 'co', 'and', 'llc', 'the']);
  fc.assert(
    fc.property(words.map(searchText), (text) => {
      let left = text.split(' ');
      while (left.length > 1 && forms.has(left.at(-1) ?? '')) left = left.slice(0, -1);
      if (left.length > 1 && left[0] === 'the') left = left.slice(1);
      expect(coreOfText(text)).toBe(left.join(' '));
    }),
  );
});

describe('coreText', () => {
  it.each([
    ['Tesla, Inc.', 'tesla'],
    ['TESLA MOTORS INC', 'tesla motors'],
    ['KENTUCKY BANCSHARES INC /KY/', 'kentucky bancshares'],
    ['180 DEGREE CAPITAL CORP. /NY/', '180 degree capital'],
    ['Siemens Energy AG/ADR', 'siemens energy'],
    ['KKR & Co. Inc.', 'kkr'],
    ['The Coca-Cola Company', 'coca cola'],
    ['INC', 'inc'],
    ['THE LIMITED', 'the'],
  ])('makes %j %j', (name, core) => {
    expect(coreText(name)).toBe(core);
  });

  it('is never empty where the name has a letter or digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('inc', 'llc', 'the', 'co', 'acme', '/DE/'), { minLength: 1 }),
        (words) => {
          const name = words.join(' ');
          expect(coreText(name) === '').toBe(searchText(name) === '');
        },
      ),
    );
  });
});

describe('numberText', () => {
  it('disregards case and surrounding blanks only', () => {
    expect(numberText(' l26000299540 ')).toBe('L26000299540');
    expect(numberText('0007')).toBe('0007');
  });
});
