import type { RangeFilter } from '../../format/types.js';
import type { DocumentFilter } from '../../sets/number-set.js';

export interface Column {
  /** Whether a range is found without a look at the documents. */
  readonly isInOrder: boolean;
  /** Documents whose value lies in the range, both ends included; those without a value never do. */
  within(range: RangeFilter): DocumentFilter;
  /** The least and the greatest value, or any others where no document has one. */
  readonly bounds: { readonly min: number; readonly max: number };
  /** The document's own; `NONE` where unknown. */
  valueOf(document: number): number;
}
