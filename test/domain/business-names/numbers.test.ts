import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { inFigures, inWords } from '../../../src/domain/business-names/numbers.js';

it.each([
  ['five below', '5 below', null],
  ['5 below', null, 'five below'],
  ['first national bank', '1st national bank', null],
  ['5th 3rd bancorp', null, 'fifth third bancorp'],
  ['one plus 2', '1 plus 2', 'one plus two'],
  ['7 eleven', '7 11', 'seven eleven'],
  ['firstbank', null, null],
  ['51 fifty', null, null],
])('%s in figures: %s, in words: %s', (text, figures, words) => {
  expect(inFigures(text)).toBe(figures);
  expect(inWords(text)).toBe(words);
});

test('a text in words alone comes back from its figures', () => {
  const word = fc.constantFrom('one', 'twelve', 'first', 'tenth', 'aspen', 'firstly');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const text = words.join(' ');
      const figures = inFigures(text);
      expect(figures === null ? text : inWords(figures)).toBe(text);
    }),
  );
});
