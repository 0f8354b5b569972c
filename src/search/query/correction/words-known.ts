import type { ParsedQuery } from '../../fields/parsed-query.js';

/** The words and names used for corrections: those of the lexicons of the tiers. */
export interface Known {
  /** Returns the word in the spelling of the vocabulary. */
  spelt(word: string): string;
  has(word: string): boolean;
  /** Returns the words that people abbreviate as this one. */
  meantBy(word: string): readonly string[];
  begins(start: string): boolean;
  /** Returns the words with this prefix; null if there are more than `max`. */
  beginningWith(start: string, max: number): ReadonlySet<string> | null;
  /** Returns other words at distance 1, or at most 2 (`neighboursAtTwo`), with the number of names that contain each. */
  near(word: string, distance: 1 | 2): ReadonlyMap<string, number>;
  /** Returns the number of names that contain all the words; of all names if there are no words. */
  countMatches(words: readonly string[]): number;
  /** Returns the word and its abbreviations of at least four letters: each may be the one that was misspelt. */
  writings(word: string): readonly string[];
  /** Returns true if a prominent name matches the text. */
  isProminent(text: string): boolean;
  /** Returns the names that contain all the words; null if there are more than `max`. */
  bearers(words: readonly string[], max: number): readonly string[] | null;
  /** Returns the first fields of the keys of prominent names within distance 2 of the text's. */
  prominentNear(text: string): ReadonlySet<string>;
  /** Returns the first field of the text's key; null if it has none. */
  fieldOf(text: string): string | null;
  /** Returns the first field of the text's key, and those of whole names at distance 1; null if the text has no key. */
  wholeNear(text: string): { readonly field: string; readonly near: ReadonlySet<string> } | null;
}

/** A corrected text, and its cost: the higher, the less likely it was meant. */
export interface Candidate {
  readonly parsed: ParsedQuery;
  readonly cost: number;
}
