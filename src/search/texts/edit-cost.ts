/**
 * Costs of typing errors in nats: how unlikely it is that a person who meant one text wrote the other. An omitted letter or a
 * swap is one of a few possible slips; an inserted or replaced letter is one of about 25 times as many.
 */
const SLIP = 4;
const LETTER = 2.5;
/** A wrong vowel is the most common error of people who spell by ear: `nvidea`. */
const VOWEL = -0.5;
/** A doubled letter is likelier than another inserted one. */
const DOUBLED = 0.5;
/** First letters are seldom mistyped. */
const FIRST = 1;
/** People often add an `s` to a name: `nordstroms`. */
const PLURAL = 2;

/**
 * Returns the cost of having written `parsed` for `meant`; 0 if they are equal, null if they are more than `max` edits apart.
 * An edit omits, inserts or replaces a character, or swaps two adjacent ones (Damerau-Levenshtein, no character edited twice).
 */
export function editCost(parsed: string, meant: string, max: number): number | null {
  if (parsed === meant) return 0;
  const [written, real] = [[...parsed], [...meant]];
  if (Math.abs(written.length - real.length) > max) return null;
  return cheapest(written, real, 0, 0, max);
}

/** Returns the lowest cost of the rest of both texts with the remaining number of edits. */
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
  // If equal letters precede, the edit could be anywhere among them at the same cost.
  tried(w, r + 1, SLIP + first);
  if (w === written.length - 1 && r === real.length && written[w] === 's') return PLURAL;
  tried(w + 1, r, SLIP + first + (written[w] === written[w - 1] ? DOUBLED : LETTER));
  tried(w + 1, r + 1, SLIP + first + (isVowel(written[w]) && isVowel(real[r]) ? VOWEL : LETTER));
  const isSwap = written[w] === real[r + 1] && written[w + 1] === real[r] && written[w] !== written[w + 1];
  if (isSwap) tried(w + 2, r + 2, SLIP + first);
  return best;
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiou'.includes(letter);
}
