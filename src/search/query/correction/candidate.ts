import type { Asked } from '../parsed-query.js';

/** A text that a name meets, and how unlikely it is that it was meant. */
export interface Candidate {
  readonly asked: Asked;
  readonly cost: number;
}
