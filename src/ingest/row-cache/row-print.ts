import type { EntityRow } from '../../domain/entity.js';
import type { StoredRecord } from '../../store/store.js';

/**
 * The fingerprint of a publisher's row: a 64-bit hash of its text in two halves, and a bit for each of the
 * record's `expect.filled` fields.
 */
export interface RowPrint {
  readonly high: number;
  readonly low: number;
  readonly filled: number;
}

/** A record whose row is identical to the one it was last mapped from. */
export interface KnownEntity extends RowPrint, StoredRecord {}

/** A record with the fingerprint of its row; without one it is not recognised in the next run. */
export interface PrintedEntity extends EntityRow {
  print?: RowPrint | undefined;
}
