import type { EntityRow } from '../../domain/entity.js';
import type { StoredRecord } from '../../store/store.js';

/**
 * The mark by which a reader knows a publisher's row again: 64 bits of a hash of its text, in two halves, and which
 * of the fields of `expect.filled` its record fills, one bit each in their order.
 */
export interface RowPrint {
  readonly high: number;
  readonly low: number;
  readonly filled: number;
}

/** A live record whose row is, character by character, the one it was last mapped from: it is stored as it is. */
export interface KnownEntity extends RowPrint, StoredRecord {}

/** A record with the print of its row; without one it is not known again. */
export interface PrintedEntity extends EntityRow {
  print?: RowPrint | undefined;
}
