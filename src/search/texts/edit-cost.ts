/**
 * How unlikely it is that somebody who meant one text wrote the other, in nats: a letter left out or two exchanged are one slip
 * of a few, a letter put in or in place of another is one of some 25 times as many.
 */
const SLIP = 4;
const LETTER = 2.5;
/** A wrong vowel is the most common error of people who spell by ear: `nvidea`. */
const VOWEL = -0.5;
/** A letter written twice is likelier than another put in. */
const DOUBLED = 0.5;
/** First letters are seldom mistyped. */
const FIRST = 1;

/**
 * The cost of having written `asked` for `meant`, or null where they are further apart than `max` edits: a character left out,
 * put in or replaced, or two neighbours exchanged (Damerau-Levenshtein, no character edited twice). 0 where they are equal.
 */
export function editCost(parsed: string, meant: string, max: number): number | null {
  if (parsed === meant) return 0;
  const [written, real] = [[...parsed], [...meant]];
  if (Math.abs(written.length - real.length) > max) return null;
  return cheapest(written, real, 0, 0, max);
}

/** The cheapest way from both places on, with the remaining number of edits. */
function cheapest(
  written: readonly string[],
  real: readonly string[],
  from: number,
  at: number,
  left: number,
): number | null {
  let [w, r] = [from, at];
  while (w < written.length && r < real.length && written[w] === real[r]) {
    w++;
    r++;
  }
  if (w === written.length && r === real.length) return 0;
  if (left === 0) return null;
  let best: number | null = null;
  const first = w === 0 ? FIRST : 0;
  const tried = (nextW: number, nextR: number, cost: number) => {
    if (nextW > written.length || nextR > real.length) return;
    const rest = cheapest(written, real, nextW, nextR, left - 1);
    if (rest !== null && (best === null || cost + rest < best)) best = cost + rest;
  };
  // Behind a run of equal letters the edit may have been made anywhere in it, which costs the same.
  tried(w, r + 1, SLIP + first);
  tried(w + 1, r, SLIP + first + (written[w] === written[w - 1] ? DOUBLED : LETTER));
  tried(w + 1, r + 1, SLIP + first + (isVowel(written[w]) && isVowel(real[r]) ? VOWEL : LETTER));
  const isSwap = written[w] === real[r + 1] && written[w + 1] === real[r] && written[w] !== written[w + 1];
  if (isSwap) tried(w + 2, r + 2, SLIP + first);
  return best;
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiou'.includes(letter);
}
