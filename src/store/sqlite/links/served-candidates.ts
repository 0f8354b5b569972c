import type { CandidateEntity, KeyedRows } from '../../data/candidates.js';
import type { Sqlite } from '../file/driver.js';
import { bucketColumns, bucketOf, rowsWithKey } from './key-buckets.js';

/**
 * The candidate entities for requests. A full run in another process may divide the keys into other buckets at any time, so
 * nothing about the buckets is cached between two reads.
 */
export class ServedCandidates implements Pick<KeyedRows<CandidateEntity>, 'get' | 'withKey'> {
  readonly #enter: () => unknown;
  readonly #sql;

  /** `enter` is called before each read. */
  constructor(database: Sqlite, enter: () => unknown) {
    this.#enter = enter;
    this.#sql = {
      get: database.prepare<[number], CandidateEntity>(
        'SELECT * FROM candidate_entity_rows WHERE number = ?',
      ),
      bucket: database
        .prepare<[number, number, number], [Buffer | null, Buffer | null, Buffer | null]>(
          `SELECT ${bucketColumns('candidate_entity', '? & mask')} FROM candidate_mask`,
        )
        .raw(),
      isCounted: database
        .prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM candidate_entity_counted WHERE hash = ?)')
        .pluck(),
    };
  }

  get(number: number): CandidateEntity | undefined {
    this.#enter();
    return this.#sql.get.get(number);
  }

  withKey(hash: number, max: number): readonly number[] | undefined {
    this.#enter();
    if (this.#sql.isCounted.get(hash) === 1) return undefined;
    const rows = rowsWithKey(hash, bucketOf(this.#sql.bucket.get(hash, hash, hash)));
    return rows.length > max ? undefined : rows;
  }
}
