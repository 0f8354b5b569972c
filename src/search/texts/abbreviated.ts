/** A shorter abbreviation is too ambiguous; a longer one is a word. */
const SHORTEST = 2;
const LONGEST = 5;
/** The min number of letters that an abbreviation omits; with fewer, the word is misspelt. */
const LEFT_OUT = 2;
const CONSONANTS = /^[^aeiou]*$/;

/**
 * Returns true if people abbreviate `whole` as `short`: its first letters (`tech`, `found`), or those and some of its
 * consonants (`mfg`, `intl`, `hldgs`, `rd`).
 */
export function isAbbreviated(short: string, whole: string): boolean {
  if (short.length < SHORTEST || short.length > LONGEST) return false;
  if (whole.length < short.length + LEFT_OUT || short[0] !== whole[0] || /\d/.test(short)) return false;
  let first = 1;
  while (first < short.length && short[first] === whole[first]) first++;
  const rest = short.slice(first);
  return CONSONANTS.test(rest) && isWithin(rest, whole.slice(first));
}

/** Returns true if the letters occur in the text in this order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
