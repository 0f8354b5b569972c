import { WORDS_BY_CLASS } from './word-classes.js';

/** A word of class n is in one of 2 to the power of n names; words of this class, or of none, are the rarest. */
export const WORD_CLASSES = 18;

const CLASSES: ReadonlyMap<string, number> = new Map(
  WORDS_BY_CLASS.flatMap((words, place) =>
    words.split(' ').flatMap((word): [string, number][] => (word === '' ? [] : [[word, place]])),
  ),
);

/**
 * The weight of a word: its inverse document frequency in natural logarithms, in steps of ln(2). Frequencies are those of
 * public files, not of the loaded records: otherwise loading any record could change the links of others.
 */
export function wordMass(word: string): number {
  return (CLASSES.get(word) ?? WORD_CLASSES) * Math.LN2;
}

/** The mass of the rarest word. */
export const MAX_MASS = Math.log(2 ** WORD_CLASSES);
