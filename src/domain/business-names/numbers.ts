import { memoizeLast } from '../memoize-last.js';

const FIGURES: ReadonlyMap<string, string> = new Map(
  `one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 first 1st second 2nd third 3rd
  fourth 4th fifth 5th sixth 6th seventh 7th eighth 8th ninth 9th tenth 10th eleventh 11th twelfth 12th`
    .match(/[a-z]+ \w+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);
const WORDS = new Map([...FIGURES].map(([word, figure]) => [figure, word]));

/** The normalised text with its numbers in words as figures; null where there are none. */
export const inFigures = memoizeLast((text: string) => turned(text, FIGURES));

/** The normalised text with its figures as numbers in words; null where there are none. */
export const inWords = memoizeLast((text: string) => turned(text, WORDS));

function turned(text: string, by: ReadonlyMap<string, string>): string | null {
  const other = text
    .split(' ')
    .map((word) => by.get(word) ?? word)
    .join(' ');
  return other === text ? null : other;
}
