import { both, listOf, type NumberSet, sizeOf, united } from '../sets/number-set.js';
import { filterInPlace } from '../sets/sorted-lists.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import type { Vocabulary } from './vocabulary.js';

/** The number of names that can be read in the time of one word lookup. */
const NAMES_PER_WORD = 50;

/** The prefix of a word that is still being typed. */
interface Beginning {
  readonly start: string;
  /** The names to search; null for all. */
  readonly among: NumberSet | null;
  /** Words with the prefix whose names are not needed. */
  readonly except: ReadonlySet<number>;
}

/**
 * Returns the names with a word that starts with the prefix. Reads the names if they are few; otherwise unites the postings of
 * these words. If names are read, the result may include some whose only such word is in `except`.
 */
export function bearersOfBeginning(
  { start, among, except }: Beginning,
  { names, vocabulary }: { readonly names: SortedTexts; readonly vocabulary: Vocabulary },
): NumberSet {
  const { from, to } = vocabulary.words.beginningWith(start);
  if (among !== null && sizeOf(among) <= (to - from) * NAMES_PER_WORD) {
    return withBeginning(Buffer.from(start), among, names);
  }
  const bearers: NumberSet[] = [];
  for (let word = from; word < to; word++) if (!except.has(word)) bearers.push(vocabulary.names(word));
  const all = united(bearers);
  return among === null ? all : both(among, all);
}

function withBeginning(start: Uint8Array, among: NumberSet, names: SortedTexts): Uint32Array {
  const begins = (name: number) => hasWordBeginning(names, name, start);
  return filterInPlace(listOf(among).slice(), begins);
}

const BLANK = 0x20;

function hasWordBeginning({ bytes, starts }: SortedTexts, name: number, start: Uint8Array): boolean {
  const from = starts[name] as number;
  const last = (starts[name + 1] as number) - start.length;
  for (let at = from; at <= last; at++) {
    if (at > from && bytes[at - 1] !== BLANK) continue;
    let shared = 0;
    while (shared < start.length && bytes[at + shared] === start[shared]) shared++;
    if (shared === start.length) return true;
  }
  return false;
}
