import { STATE_NAMES } from '../../../domain/places/place-codes.js';
import { spelling } from '../../names/spellings.js';

/**
 * Takes `IL` of one name and `ILLINOIS` of the other off the lists of places without a counterpart; `NM` and `NEW MEXICO`,
 * too. A code counts only if the other name has the state's name in full, as `IN`, `OR` and `ME` are words.
 */
export function takeStateCodes(
  tokens: readonly string[],
  left: number[],
  others: readonly string[],
  leftOthers: number[],
): void {
  for (let index = left.length - 1; index >= 0; index--) {
    const words = STATES.get(tokens[left[index] ?? 0] ?? '');
    const start = words === undefined ? -1 : startOf(words, others, leftOthers);
    if (words === undefined || start < 0) continue;
    left.splice(index, 1);
    leftOthers.splice(start, words.length);
  }
}

/** The place in `places` from which the words stand next to each other; -1 where they do not. */
function startOf(words: readonly string[], tokens: readonly string[], places: readonly number[]): number {
  return places.findIndex((first, start) =>
    words.every((word, after) => places[start + after] === first + after && tokens[first + after] === word),
  );
}

/** The words of each state's name in their one spelling, by its code. */
const STATES: ReadonlyMap<string, readonly string[]> = new Map(
  [...STATE_NAMES].map(([code, name]) => [
    code.toLowerCase(),
    name
      .toLowerCase()
      .split(' ')
      .filter((word) => word !== 'of')
      .map(spelling),
  ]),
);
