import type { Narrowing } from '../query/narrowing.js';
import type { Temporaries } from '../sets/temporaries.js';
import type { RangeFilter } from '../types.js';

export interface Column {
  /** Whether a range is found without a look at the documents. */
  readonly isInOrder: boolean;
  /** Documents whose value lies in the range, both ends included; those without a value never do. */
  within(range: RangeFilter, temporaries: Temporaries): Narrowing;
  /** The document's own; `NONE` where unknown. */
  valueOf(document: number): number;
}
