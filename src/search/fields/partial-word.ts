import { both, listOf, type NumberSet, sizeOf, united } from '../sets/number-set.js';
import { filterInPlace } from '../sets/sorted-lists.js';
import type { SortedTexts } from '../texts/sorted-texts.js';
import type { Vocabulary } from './vocabulary.js';

/** The number of names that are read in the time of one word lookup. */
const NAMES_PER_WORD = 50;

/** A word still being typed. */
interface Beginning {
  readonly start: string;
  /** The names that are looked at; null for all. */
  readonly among: NumberSet | null;
  /** Words that begin so and whose bearers are not asked for. */
  readonly except: ReadonlySet<number>;
}

/**
 * Names with a word that begins so: they are read if they are few, else all that bear one of the words are united. Some
 * that are read may bear no other word than one of `except`.
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
