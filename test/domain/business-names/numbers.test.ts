import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { inFigures, inNumerals, inWords } from '../../../src/domain/business-names/numbers.js';

it.each([
  ['five below', '5 below', null, 'v below'],
  ['5 below', null, 'five below', 'v below'],
  ['first national bank', '1st national bank', null, null],
  ['5th 3rd bancorp', null, 'fifth third bancorp', null],
  ['one plus 2', '1 plus 2', 'one plus two', 'i plus ii'],
  ['7 eleven', '7 11', 'seven eleven', 'vii xi'],
  ['firstbank', null, null, null],
  ['51 fifty', '51 50', null, null],
  ['oak fund iii', 'oak fund 3', 'oak fund three', null],
  ['world war two museum', 'world war 2 museum', null, 'world war ii museum'],
  ['v media', null, null, null],
  ['x fund v', 'x fund 5', 'x fund five', null],
])('%s in figures: %s, in words: %s, in Roman numerals: %s', (text, figures, words, numerals) => {
  expect(inFigures(text)).toBe(figures);
  expect(inWords(text)).toBe(words);
  expect(inNumerals(text)).toBe(numerals);
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
