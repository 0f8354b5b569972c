import type { Tier } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import type { NumberSet } from '../sets/number-set.js';
import type { NumberRange } from '../texts/sorted-texts.js';
import type { ParsedQuery } from './parsed-query.js';

/** The names that match a text. */
export interface TextMatch {
  readonly matches: Matches;
  /** The text in the form of the tier. */
  readonly parsed: ParsedQuery;
  readonly how: Tier['how'];
}

/** The matching names or, if materialised, their documents and the names whose documents are not among them. */
export type Matches =
  | { readonly names: NumberRange }
  | { readonly names: NumberSet }
  | { readonly documents: readonly Bitmap[]; readonly rest: NumberSet };
