import { STATE_WORDS } from '../../names/state-words.js';
import type { PreparedName } from '../../records/prepare.js';
import { commonPrefix, jaroWinkler } from '../../similarity/jaro-winkler.js';
import { dice } from '../../similarity/trigrams.js';
import type { NameMatch } from '../comparison.js';

/** Returns whether the names are equal except for their legal form. */
export function isWhole({ same }: NameMatch): boolean {
  return same === 'core' || same === 'compact';
}

/** The pair of names that agrees best; of equals the earlier, so that current names win. */
export function bestNames(
  ours: readonly PreparedName[],
  theirs: readonly PreparedName[],
): NameMatch | undefined {
  return sameCore(ours, theirs) ?? mostAlikeNames(ours, theirs);
}

function sameCore(ours: readonly PreparedName[], theirs: readonly PreparedName[]): NameMatch | undefined {
  let best: NameMatch | undefined;
  let max = 0;
  for (const one of ours) {
    for (const other of theirs) {
      if (one.core !== other.core) continue;
      const closeness = one.written === other.written ? 3 : one.legalForm === other.legalForm ? 2 : 1;
      if (closeness > max) best = equal(one, other, 'core');
      max = Math.max(max, closeness);
    }
  }
  return best;
}

/** Compares the spelling last: it never decides between two pairs and costs the most. */
function mostAlikeNames(
  ours: readonly PreparedName[],
  theirs: readonly PreparedName[],
): NameMatch | undefined {
  let best: SharedWords | undefined;
  for (const one of ours) {
    for (const other of theirs) {
      const shared = sharedWords(one, other);
      if (best === undefined || rank(shared) > rank(best)) best = shared;
    }
  }
  return best === undefined ? undefined : spelt(best);
}

export function compareNames(ours: PreparedName, theirs: PreparedName): NameMatch {
  return ours.core === theirs.core ? equal(ours, theirs, 'core') : spelt(sharedWords(ours, theirs));
}

type SharedWords = Omit<NameMatch, 'jaroWinkler'>;

function sharedWords(ours: PreparedName, theirs: PreparedName): SharedWords {
  if (ours.compact === theirs.compact) return equal(ours, theirs, 'compact');
  const { oursAlone, theirsAlone } = unmatched(ours, theirs);
  return {
    ours,
    theirs,
    same: oursAlone === 0 && theirsAlone === 0 ? 'words' : 'no',
    overlap: 1 - (oursAlone + theirsAlone) / Math.max(1, ours.mass + theirs.mass),
    oursAlone,
    theirsAlone,
    dice: dice(ours.trigrams, theirs.trigrams),
  };
}

function spelt(shared: SharedWords): NameMatch {
  const { ours, theirs, same, overlap, oursAlone, theirsAlone } = shared;
  if (same === 'compact') return equal(ours, theirs, same);
  const alike = jaroWinkler(ours.core, theirs.core);
  return { ours, theirs, same, overlap, oursAlone, theirsAlone, dice: shared.dice, jaroWinkler: alike };
}

function equal(ours: PreparedName, theirs: PreparedName, same: 'core' | 'compact'): NameMatch {
  return { ours, theirs, same, overlap: 1, oursAlone: 0, theirsAlone: 0, jaroWinkler: 1, dice: 1 };
}

function rank(match: SharedWords): number {
  return match.overlap + match.dice;
}

function unmatched(ours: PreparedName, theirs: PreparedName) {
  const leftOurs = without(ours.tokens, theirs.tokens);
  const leftTheirs = without(theirs.tokens, ours.tokens);
  takeJoined(ours.tokens, leftOurs, theirs.tokens, leftTheirs);
  takeJoined(theirs.tokens, leftTheirs, ours.tokens, leftOurs);
  takeStateCodes(ours.tokens, leftOurs, theirs.tokens, leftTheirs);
  takeStateCodes(theirs.tokens, leftTheirs, ours.tokens, leftOurs);
  takeInitials(ours, leftOurs, theirs, leftTheirs);
  takeInitials(theirs, leftTheirs, ours, leftOurs);
  let oursAlone = sum(ours.masses, leftOurs);
  let theirsAlone = sum(theirs.masses, leftTheirs);
  if (leftOurs.length === 0 || leftTheirs.length === 0) return { oursAlone, theirsAlone };
  const taken = new Set<number>();
  for (const place of leftOurs) {
    const alike = mostAlike(ours, place, theirs, leftTheirs, taken);
    if (alike === undefined) continue;
    taken.add(alike.place);
    oursAlone -= alike.likeness * (ours.masses[place] ?? 0);
    theirsAlone -= alike.likeness * (theirs.masses[alike.place] ?? 0);
  }
  return { oursAlone, theirsAlone };
}

/** Removes from both lists the words of one name that are initials of words of the other. */
function takeInitials(
  short: PreparedName,
  leftShort: number[],
  long: PreparedName,
  leftLong: number[],
): void {
  for (let index = leftShort.length - 1; index >= 0; index--) {
    const word = short.tokens[leftShort[index] ?? 0] ?? '';
    const start = initialsAt(word, long.tokens, leftLong);
    if (start < 0) continue;
    leftShort.splice(index, 1);
    leftLong.splice(start, word.length);
  }
}

/** Places of the tokens that the other name lacks. */
function without(tokens: readonly string[], other: readonly string[]): number[] {
  const places: number[] = [];
  for (let place = 0; place < tokens.length; place++) {
    const token = tokens[place];
    if (token !== undefined && !other.includes(token)) places.push(place);
  }
  return places;
}

function mostAlike(
  ours: PreparedName,
  place: number,
  theirs: PreparedName,
  places: readonly number[],
  taken: ReadonlySet<number>,
) {
  let best: { place: number; likeness: number } | undefined;
  for (const other of places) {
    if (taken.has(other)) continue;
    const likeness = likenessOf(ours.tokens[place] ?? '', theirs.tokens[other] ?? '');
    if (likeness > (best?.likeness ?? 0)) best = { place: other, likeness };
  }
  return best;
}

/** Numbers must be equal; a word may be misspelt, truncated (`FOUNDATI`) or an initial. */
function likenessOf(ours: string, theirs: string): number {
  if (DIGIT.test(ours) || DIGIT.test(theirs)) return 0;
  const shorter = Math.min(ours.length, theirs.length);
  const prefix = commonPrefix(ours, theirs);
  if (prefix === shorter) return shorter >= 4 ? 0.85 : shorter === 1 || shorter === 3 ? 0.5 : 0;
  if (shorter < 4 || prefix === 0) return 0;
  const likeness = jaroWinkler(ours, theirs);
  return likeness >= 0.88 ? likeness : 0;
}

function sum(masses: readonly number[], places: readonly number[]): number {
  let total = 0;
  for (const place of places) total += masses[place] ?? 0;
  return total;
}

const DIGIT = /^\d/;

/**
 * `EMS` for `EMERGENCY MEDICAL SERVICE`: the place in `places` of the first of adjacent tokens that begin with the letters of
 * `word`; -1 if there are none or the word has fewer than three letters.
 */
function initialsAt(word: string, tokens: readonly string[], places: readonly number[]): number {
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

/**
 * Removes `NATIONALEDUCATIONAL` of one name and `NATIONAL EDUCATIONAL` of the other from the lists of places without a
 * counterpart. One of the two words may have a counterpart already.
 */
function takeJoined(
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

/** The place of two adjacent words that make the token; -1 if there are none. */
function partsAt(token: string, words: readonly string[]): number {
  for (let place = 0; place + 1 < words.length; place++) {
    const [one = '', two = ''] = [words[place], words[place + 1]];
    if (one.length + two.length === token.length && token.startsWith(one) && token.endsWith(two))
      return place;
  }
  return -1;
}

/** Shorter words are as often initials. */
const SHORTEST = 6;

/**
 * Removes `IL` of one name and `ILLINOIS` of the other from the lists of places without a counterpart; `NM` and `NEW MEXICO`,
 * too. A code only counts if the other name has the state's name in full, as `IN`, `OR` and `ME` are words.
 */
function takeStateCodes(
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

/** The place in `places` at which the words are adjacent; -1 if they are not. */
function startOf(words: readonly string[], tokens: readonly string[], places: readonly number[]): number {
  return places.findIndex((first, start) =>
    words.every((word, after) => places[start + after] === first + after && tokens[first + after] === word),
  );
}

/** The words of each state's name, by its code in lower case. */
const STATES: ReadonlyMap<string, readonly string[]> = new Map(
  [...STATE_WORDS].map(([code, words]) => [code.toLowerCase(), words.split(' ')]),
);
