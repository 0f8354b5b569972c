import { searchText } from '../names.js';
import { splitForms } from './legal-forms.js';
import { withoutEdgarTail } from './name-key.js';
import { writtenOut } from './spellings.js';

/** The words of a name without legal forms and short words; abbreviations are expanded. */
export type NameCore = readonly string[];

/**
 * Returns true if one of the first names may belong to the body of the second: without legal forms they have the same letters,
 * or more than half of the words of the shorter one are in the longer. Only for bodies with the same number: it distinguishes a
 * typing error from another spelling, not one company from another.
 */
export function namesAgree(ours: readonly NameCore[], theirs: readonly NameCore[]): boolean {
  return ours.some((words) => theirs.some((other) => isSpelling(words, other)));
}

function isSpelling(one: NameCore, other: NameCore): boolean {
  if (one.length === 0 || other.length === 0) return false;
  if (one.join('') === other.join('')) return true;
  const [shorter, longer] = one.length <= other.length ? [one, new Set(other)] : [other, new Set(one)];
  return shorter.filter((word) => longer.has(word)).length * 2 > shorter.length;
}

export function nameCore(name: string): NameCore {
  const words = searchText(withoutEdgarTail(name)).split(' ');
  const { core } = splitForms(words);
  const kept = (core.length > 0 ? core : words).filter((word) => !SMALL.has(word));
  return kept.map(writtenOut);
}

const SMALL: ReadonlySet<string> = new Set(['', 'the', 'of', 'and', 'for', 'in', 'a']);
