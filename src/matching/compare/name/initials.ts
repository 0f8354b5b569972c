/**
 * `EMS` for `EMERGENCY MEDICAL SERVICE`: the place in `places` from which the tokens there, next to each other,
 * begin with the letters of `word`; -1 where there is none or the word has fewer than three letters.
 */
export function initialsAt(word: string, tokens: readonly string[], places: readonly number[]): number {
  if (word.length < 3 || word.length > places.length || /\d/.test(word)) return -1;
  for (let start = 0; start + word.length <= places.length; start++) {
    if (spells(word, tokens, places, start)) return start;
  }
  return -1;
}

function spells(word: string, tokens: readonly string[], places: readonly number[], start: number): boolean {
  const first = places[start] ?? 0;
  for (let letter = 0; letter < word.length; letter++) {
    const place = places[start + letter];
    if (place !== first + letter || tokens[place]?.[0] !== word[letter]) return false;
  }
  return true;
}
