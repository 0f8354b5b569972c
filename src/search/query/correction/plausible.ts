import type { ParsedQuery } from '../../fields/parsed-query.js';
import type { Tier } from '../../format/types.js';
import { isAbbreviated } from '../../texts/abbreviated.js';
import { misspeltCost } from './correct.js';
import type { Known } from './words-known.js';

/** A misspelt word of at least this length is recognised anywhere in a name. */
const RECOGNISED = 6;
/**
 * A misspelt word of at least this length is recognised at the start of a name, or in a whole name, if its first letter is
 * right.
 */
const RECOGNISED_IN_PLACE = 4;
/** The core of a whole name of at least this length may have one wrong letter in any word. */
const NAME = 6;
/** Of a prominent name, differing words with this many letters in total may have one wrong letter. */
const PROMINENT = 4;
/** From this many letters on, they may have two. */
const PROMINENT_LONG = 6;
/** A shorter word may have at most one wrong letter. A word of this length may have two if its first letter is right. */
const TWICE = 5;
/** A prefix of this many words is as specific as a whole name. */
const SPECIFIC = 3;
/** Words and cores of at least this length may have two wrong letters. */
const LONG = 10;
/** A one-word name of at least this length may have one wrong letter. */
const ALONE = 7;
/** Min lengths for prominent records: in general, and if the first letter is right. */
const ALONE_PROMINENT = 6;
const ALONE_PROMINENT_SHORT = 4;
/** From this length on, a one-word name may have two wrong letters. */
const ALONE_TWICE = 10;
const ALONE_TWICE_PROMINENT = 7;
/** The core of a whole name of at least this length is recognised with two wrong letters in any one word. */
const UNMISTAKABLE = 24;
/** Two words of at most this length are initials or parts of a code: they differ. */
const INITIALS = 3;
const NUMBER = /\d|^[ivx]{2,}$/;

/**
 * Returns true if a person who meant `meant` could have written `written`. `tier`: the tier in which a name matches `meant`.
 * Words that differ may be joined, split or abbreviated in `written`, or misspelt by one letter; from ten letters on, by two. A
 * number is never misspelt. No word may become an abbreviation, or shorter than two thirds of its length.
 */
export function isPlausible(
  written: ParsedQuery,
  meant: Pick<ParsedQuery, 'text' | 'words'>,
  tier: Tier,
  known: Known,
): boolean {
  const { from, to } = unshared(written.words, meant.words);
  const isInPlace = tier.how !== 'words';
  const letters = from.join('').length;
  const [alone, aloneMeant] = [aloneIn(written, known), aloneIn(meant, known)];
  if (alone !== null && aloneMeant !== null) {
    return isPlausibleAlone(alone, aloneMeant, tier.whole === true && known.isProminent(meant.text), known);
  }
  if (from.join('') === to.join('') && (isInPlace || letters >= LONG)) return true;
  if (from.length === to.length) {
    const recognised = isInPlace ? RECOGNISED_IN_PLACE : RECOGNISED;
    if (from.every((word, at) => isPlausibleWord(word, to[at] ?? '', recognised, known))) return true;
  }
  if (tier.whole === true && letters >= PROMINENT && known.isProminent(meant.text)) {
    if (editsBetween(from, to, 0, known) <= (letters < PROMINENT_LONG ? 1 : 2)) return true;
  }
  const core = (known.fieldOf(written.text) ?? '').length;
  const isWhole = tier.whole === true || (isInPlace && written.words.length >= SPECIFIC);
  if (!isWhole || core < NAME) return false;
  if (editsBetween(from, to, INITIALS, known) <= (core < LONG ? 1 : 2)) return true;
  const [word = '', other = ''] = [from.join(''), to.join('')];
  if (core < UNMISTAKABLE || from.length !== 1 || to.length !== 1 || letters <= INITIALS) return false;
  return !NUMBER.test(word) && !NUMBER.test(other) && misspeltCost(word, other, 2, known) !== null;
}

/** Returns the word that is the whole name except for its legal form, or null. */
function aloneIn({ text, words }: Pick<ParsedQuery, 'text' | 'words'>, known: Known): string | null {
  const core = known.fieldOf(text);
  return words.find((word) => known.spelt(word) === core) ?? null;
}

/** Applies stricter rules, because no other word of the name confirms the match. */
function isPlausibleAlone(written: string, meant: string, isProminent: boolean, known: Known): boolean {
  if (isSpelling(written, meant, known)) return true;
  if (NUMBER.test(written) || NUMBER.test(meant)) return false;
  const { length } = written;
  const shortest = !isProminent ? ALONE : written[0] === meant[0] ? ALONE_PROMINENT_SHORT : ALONE_PROMINENT;
  if (length < shortest) return false;
  const mayBeTwice = length >= (isProminent ? ALONE_TWICE_PROMINENT : ALONE_TWICE);
  return misspeltCost(written, meant, mayBeTwice ? 2 : 1, known) !== null;
}

/** Returns the words between the shared start and the shared end of the texts. */
function unshared(written: readonly string[], meant: readonly string[]) {
  let start = 0;
  while (start < written.length && start < meant.length && written[start] === meant[start]) start++;
  let [end, meantEnd] = [written.length, meant.length];
  while (end > start && meantEnd > start && written[end - 1] === meant[meantEnd - 1]) {
    end--;
    meantEnd--;
  }
  return { from: written.slice(start, end), to: meant.slice(start, meantEnd) };
}

function isPlausibleWord(written: string, meant: string, recognised: number, known: Known): boolean {
  if (isSpelling(written, meant, known)) return true;
  if (NUMBER.test(written) || NUMBER.test(meant)) return false;
  const { length } = written;
  if (length >= RECOGNISED_IN_PLACE && (`${written}s` === meant || written === `${meant}s`)) return true;
  if (length >= RECOGNISED_IN_PLACE && isAbbreviated(written, meant)) return true;
  if (length < recognised || 3 * meant.length < 2 * length || isAbbreviated(meant, written)) return false;
  if (length < RECOGNISED && written[0] !== meant[0]) return false;
  return misspeltCost(written, meant, length >= LONG ? 2 : 1, known) !== null;
}

/**
 * Returns the number of wrong letters; more than 2 if the texts differ too much. Words of up to `initials` letters may not be
 * misspelt.
 */
function editsBetween(
  from: readonly string[],
  to: readonly string[],
  initials: number,
  known: Known,
): number {
  if (from.length !== to.length) return edits(from.join(''), to.join(''), known);
  let sum = 0;
  for (const [at, word] of from.entries()) {
    const other = to[at] ?? '';
    if (isSpelling(word, other, known)) continue;
    if (Math.max(word.length, other.length) <= initials) return MANY;
    sum += edits(word, other, known);
  }
  return sum;
}

const MANY = 9;

/** Returns the number of wrong letters; `MANY` if a person would not have meant the word. */
function edits(written: string, meant: string, known: Known): number {
  if (NUMBER.test(written) || NUMBER.test(meant)) return MANY;
  if (misspeltCost(written, meant, 1, known) !== null) return 1;
  if (written.length < TWICE || (written.length === TWICE && written[0] !== meant[0])) return MANY;
  return misspeltCost(written, meant, 2, known) === null ? MANY : 2;
}

/** Returns true if both are spellings of one word, or one abbreviates the other. */
function isSpelling(written: string, meant: string, known: Known): boolean {
  const spelt = known.spelt(meant);
  return known.spelt(written) === spelt || known.meantBy(written).some((one) => known.spelt(one) === spelt);
}
