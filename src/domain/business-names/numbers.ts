import { memoizeLast } from '../memoize-last.js';

/** Each number in words, in digits and, for cardinals, as a Roman numeral. */
const NUMBERS = `
one 1 i | two 2 ii | three 3 iii | four 4 iv | five 5 v | six 6 vi | seven 7 vii | eight 8 viii | nine 9 ix | ten 10 x | eleven 11 xi
twelve 12 xii | thirteen 13 xiii | fourteen 14 xiv | fifteen 15 xv | sixteen 16 xvi | seventeen 17 xvii | eighteen 18 xviii
nineteen 19 xix | twenty 20 xx | thirty 30 | forty 40 | fifty 50 | sixty 60 | seventy 70 | eighty 80 | ninety 90 | hundred 100
first 1st | second 2nd | third 3rd | fourth 4th | fifth 5th | sixth 6th | seventh 7th | eighth 8th | ninth 9th | tenth 10th
eleventh 11th | twelfth 12th | thirteenth 13th | fourteenth 14th | fifteenth 15th | sixteenth 16th | seventeenth 17th
eighteenth 18th | nineteenth 19th | twentieth 20th
`
  .trim()
  .split(/\s*[|\n]\s*/)
  .map((line) => line.split(' '));

const FIGURES = spellingsTo(1);
const WORDS = spellingsTo(0);
const NUMERALS = spellingsTo(2);

/** The normalised text with numbers in words and Roman numerals as digits; null if there are none. */
export const inFigures = memoizeLast((text: string) => turned(text, FIGURES));

/** The normalised text with digits and Roman numerals as words; null if there are none. */
export const inWords = memoizeLast((text: string) => turned(text, WORDS));

/** The normalised text with digits and numbers in words as Roman numerals; null if there are none. */
export const inNumerals = memoizeLast((text: string) => turned(text, NUMERALS));

/** Other notations of the numbers in a text. */
export const NUMBER_TURNS = [inFigures, inWords, inNumerals] as const;

const SPELLINGS = new Map(NUMBERS.flatMap((number) => number.map((one) => [one, number] as const)));

/** Returns the other notations of a number: `2` and `ii` for `two`. */
export function otherNumbers(word: string): readonly string[] {
  return SPELLINGS.get(word)?.filter((one) => one !== word) ?? [];
}

/** Returns a cardinal number in words as digits: `4` for `four`, `44` for `forty` and `four`; else `undefined`. */
export function cardinalFigure(word: string, unit?: string): string | undefined {
  const figure = CARDINALS.get(word);
  if (figure === undefined || unit === undefined) return figure;
  const [tens, ones] = [Number(figure), Number(CARDINALS.get(unit))];
  return tens >= 20 && tens < 100 && ones >= 1 && ones < 10 ? String(tens + ones) : undefined;
}

const CARDINALS: ReadonlyMap<string, string> = new Map(
  NUMBERS.flatMap(([word = '', figure = '']): [string, string][] =>
    /^\d+$/.test(figure) ? [[word, figure]] : [],
  ),
);

function spellingsTo(place: number): ReadonlyMap<string, string> {
  return new Map(
    NUMBERS.flatMap((number) => {
      const to = number[place];
      return to === undefined
        ? []
        : number.flatMap((one): [string, string][] => (one === to ? [] : [[one, to]]));
    }),
  );
}

/** The preceding word is not a one-letter Roman numeral: `V Media`. */
function turned(text: string, by: ReadonlyMap<string, string>): string | null {
  const words = text.split(' ');
  if (!words.some((word) => by.has(word))) return null;
  const other = words
    .map((word, at) => (at === 0 && word.length === 1 && !/\d/.test(word) ? word : (by.get(word) ?? word)))
    .join(' ');
  return other === text ? null : other;
}
