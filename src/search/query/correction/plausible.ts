import { isAbbreviated } from '../../texts/abbreviated.js';
import { editCost } from '../../texts/edit-cost.js';
import type { Tier } from '../../types.js';
import type { ParsedQuery } from '../parsed-query.js';
import type { Known } from './words-known.js';

/** A misspelt word of this length or more is recognised wherever it is in a name. */
const RECOGNISED = 6;
/** One of this length or more, with its first letter right, at the beginning of a name or in a whole one. */
const RECOGNISED_IN_PLACE = 4;
/** The core of a whole name of this length or more may have one wrong letter, whatever word it is in. */
const NAME = 6;
/** The beginning of a name in so many words is as specific as a whole name. */
const SPECIFIC = 3;
/** Words and cores of this length or more may have two. */
const LONG = 10;
/** Two words of this length or less are initials or parts of a code, and differ. */
const INITIALS = 3;
const NUMBER = /\d|^[ivx]{2,}$/;

/**
 * Returns true if a person who meant `meant` could have written `written`, given the tier in which a name matches `meant`. The words
 * that the texts do not share may be joined or split in `written`, abbreviated, or misspelt by one letter, by two from ten letters on. A number
 * is never misspelt, and no word becomes an abbreviation or one of less than two thirds of its length.
 */
export function isPlausible(
  written: ParsedQuery,
  meant: Pick<ParsedQuery, 'words'>,
  tier: Tier,
  known: Known,
): boolean {
  const { from, to } = unshared(written.words, meant.words);
  const isInPlace = tier.how !== 'words';
  if (from.join('') === to.join('') && (isInPlace || from.join('').length >= LONG)) return true;
  if (from.length === to.length) {
    const recognised = isInPlace ? RECOGNISED_IN_PLACE : RECOGNISED;
    if (from.every((word, at) => isPlausibleWord(word, to[at] ?? '', recognised, known))) return true;
  }
  const isWhole = tier.whole === true || (isInPlace && written.words.length >= SPECIFIC);
  return isWhole && isPlausibleWhole(from, to, known.fieldOf(written.text) ?? '', known);
}

/** The words between the first and the last that the texts share. */
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
  if (length >= RECOGNISED_IN_PLACE && isAbbreviated(written, meant)) return true;
  if (length < recognised || 3 * meant.length < 2 * length || isAbbreviated(meant, written)) return false;
  if (length < RECOGNISED && written[0] !== meant[0]) return false;
  return editCost(written, meant, length >= LONG ? 2 : 1) !== null;
}

/** `core`: the letters of the name that was written, without legal form and blanks. */
function isPlausibleWhole(
  from: readonly string[],
  to: readonly string[],
  core: string,
  known: Known,
): boolean {
  if (core.length < NAME) return false;
  const max = core.length < LONG ? 1 : 2;
  if (from.length !== to.length) return isNear(from.join(''), to.join(''), max);
  let edits = 0;
  for (const [at, word] of from.entries()) {
    const other = to[at] ?? '';
    if (isSpelling(word, other, known)) continue;
    if (Math.max(word.length, other.length) <= INITIALS) return false;
    edits += isNear(word, other, 1) ? 1 : isNear(word, other, 2) ? 2 : max + 1;
  }
  return edits <= max;
}

function isNear(written: string, meant: string, max: number): boolean {
  return !NUMBER.test(written) && !NUMBER.test(meant) && editCost(written, meant, max) !== null;
}

/** Two spellings of one word, or what people abbreviate so. */
function isSpelling(written: string, meant: string, known: Known): boolean {
  const spelt = known.spelt(meant);
  return known.spelt(written) === spelt || known.meantBy(written).some((one) => known.spelt(one) === spelt);
}
