import { WORDS_BY_CLASS } from './word-classes.js';

/** One name of 2 to the power of n has a word of class n; words of this class, or of none, are the rarest. */
export const WORD_CLASSES = 18;

const CLASSES: ReadonlyMap<string, number> = new Map(
  WORDS_BY_CLASS.flatMap((words, place) =>
    words.split(' ').flatMap((word): [string, number][] => (word === '' ? [] : [[word, place]])),
  ),
);

/**
 * How much a word tells: its inverse document frequency in natural logarithms, in steps of ln(2). The frequencies are those
 * of public files and never those of what is loaded: else a record that is loaded anywhere would change the judgement of others.
 */
export function wordMass(word: string): number {
  return (CLASSES.get(word) ?? WORD_CLASSES) * Math.LN2;
}

/** The mass of the rarest word. */
export const MAX_MASS = Math.log(2 ** WORD_CLASSES);
