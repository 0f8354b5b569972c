/**
 * Takes `NATIONALEDUCATIONAL` of one name and `NATIONAL EDUCATIONAL` of the other off the lists of places without a
 * counterpart. One of the two words may have a counterpart already.
 */
export function takeJoined(
  tokens: readonly string[],
  left: number[],
  others: readonly string[],
  leftOthers: number[],
): void {
  for (let index = left.length - 1; index >= 0; index--) {
    const token = tokens[left[index] ?? 0] ?? '';
    const place = token.length < SHORTEST ? -1 : partsAt(token, others);
    if (place < 0 || !(leftOthers.includes(place) || leftOthers.includes(place + 1))) continue;
    left.splice(index, 1);
    for (const part of [place, place + 1]) {
      const at = leftOthers.indexOf(part);
      if (at >= 0) leftOthers.splice(at, 1);
    }
  }
}

/** The place of two words next to each other that make the token; -1 where there is none. */
function partsAt(token: string, words: readonly string[]): number {
  for (let place = 0; place + 1 < words.length; place++) {
    const [one = '', two = ''] = [words[place], words[place + 1]];
    if (one.length + two.length === token.length && token.startsWith(one) && token.endsWith(two))
      return place;
  }
  return -1;
}

/** Shorter ones are as often initials. */
const SHORTEST = 6;
