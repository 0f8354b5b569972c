import type { ParsedQuery } from '../../fields/parsed-query.js';

/** A text that a name meets, and how unlikely it is that it was meant. */
export interface Candidate {
  readonly parsed: ParsedQuery;
  readonly cost: number;
}
