/** An abbreviation of fewer letters says too little; of more it is a word. */
const SHORTEST = 2;
const LONGEST = 5;
/** An abbreviation leaves out at least this number of letters; with fewer, the word is misspelt. */
const LEFT_OUT = 2;
const CONSONANTS = /^[^aeiou]*$/;

/**
 * Whether people write the one word for the other: its first letters (`tech`, `found`), or those and some of its consonants
 * (`mfg`, `intl`, `hldgs`, `rd`).
 */
export function isAbbreviated(short: string, whole: string): boolean {
  if (short.length < SHORTEST || short.length > LONGEST) return false;
  if (whole.length < short.length + LEFT_OUT || short[0] !== whole[0] || /\d/.test(short)) return false;
  let first = 1;
  while (first < short.length && short[first] === whole[first]) first++;
  const rest = short.slice(first);
  return CONSONANTS.test(rest) && isWithin(rest, whole.slice(first));
}

/** Whether the letters stand in the text in this order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
