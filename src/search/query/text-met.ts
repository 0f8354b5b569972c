import type { Met } from '../fields/met.js';
import type { Tier } from '../types.js';
import type { Asked } from './parsed-query.js';

/** Names that meet a text. */
export interface TextMet {
  readonly met: Met;
  /** The text as the tier looks for it. */
  readonly asked: Asked;
  readonly how: Tier['how'];
}
