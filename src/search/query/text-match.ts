import type { Matches } from '../fields/matches.js';
import type { Tier } from '../format/types.js';
import type { ParsedQuery } from './parsed-query.js';

/** Names that meet a text. */
export interface TextMatch {
  readonly matches: Matches;
  /** The text as the tier looks for it. */
  readonly parsed: ParsedQuery;
  readonly how: Tier['how'];
}
