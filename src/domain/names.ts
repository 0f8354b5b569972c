/**
 * Returns the normalized form in which names are indexed and searched: words of lower-case letters and
 * digits, separated by single spaces. Both sides use the same function, so that `J.P. Morgan & Co.` finds `J
 * P MORGAN AND CO`.
 */
export function searchText(name: string): string {
  const words = plainText(name.includes('.') ? name.replace(DOTTED_INITIALS, withoutDots) : name);
  return TWO_SHORT_WORDS.test(words) ? joinInitials(words) : words;
}

/** Same, with separate initials unchanged: `j p morgan`. */
export function plainText(name: string): string {
  const lower = (ASCII.test(name) ? name : withoutAccents(name)).toLowerCase();
  return PLAIN_WORDS.test(lower) ? lower : wordsOf(lower);
}

/** Apostrophes first: an acute accent used as one would be decomposed into a space. */
function withoutAccents(name: string): string {
  const plain = name.replace(APOSTROPHES, '').normalize('NFKD').replace(MARKS, '').toLowerCase();
  return plain.replace(OTHER_LETTERS, (letter) => LETTERS.get(letter) ?? letter);
}

/** Letters that are not accented forms of another letter, and their transliteration. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\u00df', 'ss'],
  ['\u00e6', 'ae'],
  ['\u0153', 'oe'],
  ['\u00f8', 'o'],
  ['\u0142', 'l'],
  ['\u0111', 'd'],
  ['\u00f0', 'd'],
  ['\u00fe', 'th'],
  ['\u0131', 'i'],
  ['\u0127', 'h'],
  ['\u0167', 't'],
  ['\u014b', 'n'],
]);
const OTHER_LETTERS = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

function wordsOf(lower: string): string {
  return lower.replace(APOSTROPHES, '').replace(/&/g, ' and ').replace(NOT_A_WORD, ' ').trim();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII as a whole.
const ASCII = /^[\x00-\x7f]*$/;
/** Texts that `wordsOf` returns unchanged: most names in capitals without punctuation. */
const PLAIN_WORDS = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
/** Matches wherever initials may be joined, and fails fast on most names. */
const TWO_SHORT_WORDS = /(?:^| )\S{1,2} \S{1,2}(?: |$)/;
/** `M.D., P.A.` is `MD, PA`, not one abbreviation of four letters. */
const DOTTED_INITIALS = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const withoutDots = (run: string) => `${run.replaceAll('.', '')} `;
const MARKS = /\p{M}+/gu;
/** The characters typed as an apostrophe, for a character class. */
export const APOSTROPHE_SIGNS = String.raw`'\u0060\u00b4\u02b9\u02bb\u02bc\u02bd\u2018\u2019\u201b\u2032\uff07`;
const APOSTROPHES = new RegExp(`[${APOSTROPHE_SIGNS}]`, 'g');
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;

/** `j p morgan` and `u s a` are written with and without dots and spaces. */
function joinInitials(words: string): string {
  return words.replace(/(?<=^| )\p{L}(?: \p{L}(?= |$))+/gu, (run) => run.replaceAll(' ', ''));
}
