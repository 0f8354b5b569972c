const LETTERS = 37;
/** The distinct trigrams of a compact name with one space at each end, ascending. */
export function trigramsOf(compact: string): Uint16Array {
  const grams = new Uint16Array(compact.length);
  let before = 0;
  let here = letterOf(compact.charCodeAt(0));
  for (let index = 0; index < compact.length; index++) {
    const after = index + 1 < compact.length ? letterOf(compact.charCodeAt(index + 1)) : 0;
    grams[index] = (before * LETTERS + here) * LETTERS + after;
    before = here;
    here = after;
  }
  return distinct(grams.sort());
}

/** Dice coefficient of two trigram sets, 0 to 1: tolerates another word order and joined words. */
export function dice(ours: Uint16Array, theirs: Uint16Array): number {
  let i = 0;
  let j = 0;
  let shared = 0;
  while (i < ours.length && j < theirs.length) {
    const difference = (ours[i] ?? 0) - (theirs[j] ?? 0);
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return ours.length + theirs.length === 0 ? 0 : (2 * shared) / (ours.length + theirs.length);
}

function distinct(sorted: Uint16Array): Uint16Array {
  let length = 0;
  for (let index = 0; index < sorted.length; index++) {
    const gram = sorted[index] ?? 0;
    if (length === 0 || sorted[length - 1] !== gram) sorted[length++] = gram;
  }
  return sorted.slice(0, length);
}

/** a-z, 0-9; any other character has the code of the space. */
function letterOf(code: number): number {
  if (code >= 97 && code <= 122) return code - 96;
  return code >= 48 && code <= 57 ? code - 21 : 0;
}
