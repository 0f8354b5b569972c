import { hash } from 'node:crypto';
import { HashTable } from '../../../collections/hash-table.js';

/** How many numbers stand under a row. */
const TIME = 0;
const STRETCH = 1;

/**
 * The place at which each row of a long list was seen last, in some thirty bytes a row: there are millions. Rows are told apart by
 * 64 bits of a hash; two taken for one would make a stretch be read again, no more.
 */
export class SeenRows {
  readonly #seen = new HashTable(2);

  /** The stretch in which the row was seen last, where that was at another time. Stretches are numbered from 1. */
  see(id: string, time: string, stretch: number): number | undefined {
    const bytes = hash('sha1', id, 'buffer');
    const [high, low] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
    const timeNow = hash('sha1', time, 'buffer').readUInt32LE(0);
    const found = this.#seen.find(high, low);
    const before = this.#seen.number(found, STRETCH);
    const isMoved = before !== 0 && this.#seen.number(found, TIME) !== timeNow;
    this.#seen.set(found, high, low, timeNow, stretch);
    return isMoved ? before : undefined;
  }
}
