import type { ParsedQuery } from '../../fields/parsed-query.js';

/** The words and names with which texts are corrected: those of the lexicons that the tiers ask. */
export interface Known {
  /** The word in the spelling of the vocabulary. */
  spelt(word: string): string;
  has(word: string): boolean;
  /** The words that people abbreviate so. */
  meantBy(word: string): readonly string[];
  begins(start: string): boolean;
  /** Up to `max` words that begin so, or null where there are more. */
  beginningWith(start: string, max: number): ReadonlySet<string> | null;
  /** Other words at distance 1, or at 2 or less (`neighboursAtTwo`), with how many names bear each. */
  near(word: string, distance: 1 | 2): ReadonlyMap<string, number>;
  /** How many names bear all the words; all names where there are none. */
  countMatches(words: readonly string[]): number;
  /** The word and the abbreviations of four letters and more that stand for it: the ways in which it may be misspelt. */
  writings(word: string): readonly string[];
  /** Whether a prominent name matches the text. */
  isProminent(text: string): boolean;
  /** The names that bear all the words, or null where there are more than `max`. */
  bearers(words: readonly string[], max: number): readonly string[] | null;
  /** The first fields of the keys of prominent names at distance 2 of the text's, or less. */
  prominentNear(text: string): ReadonlySet<string>;
  /** The first field of the text's key; null where it has none. */
  fieldOf(text: string): string | null;
  /** The first field of the text's key, and the fields of whole names at distance 1 of it. */
  wholeNear(text: string): { readonly field: string; readonly near: ReadonlySet<string> } | null;
}

/** A text that a name meets, and how unlikely it is that it was meant. */
export interface Candidate {
  readonly parsed: ParsedQuery;
  readonly cost: number;
}
