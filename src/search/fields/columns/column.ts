import type { RangeFilter } from '../../format/types.js';
import type { DocumentFilter } from '../../sets/number-set.js';

export interface Column {
  /** Returns true if documents are in descending order of value, so that a range is found by binary search. */
  readonly isInOrder: boolean;
  /** Matches documents whose value is in the range, both ends included. Documents without a value never match. */
  within(range: RangeFilter): DocumentFilter;
  /** The lowest and highest value; meaningless if no document has a value. */
  readonly bounds: { readonly min: number; readonly max: number };
  /** Returns the document's value; `NONE` if it has none. */
  valueOf(document: number): number;
}
