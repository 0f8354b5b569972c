import type { Pool } from '../connection/pool.js';

const IDS_OF_AN_EPOCH = 2 ** 32;
/** A row instead of a sequence: its commit waits for the standbys, so no epoch is used twice. */
const NEXT_EPOCH = 'UPDATE ledger.epochs SET last = last + 1 RETURNING last AS epoch';

/** Charge ids, assigned by the node, so that a resent charge is the same charge. Those of a moved ledger are lower. */
export class ChargeIds {
  #next = 0;
  #end = 0;

  constructor(private readonly pool: Pool) {}

  async take(count: number): Promise<readonly number[]> {
    if (this.#next + count > this.#end) await this.#begin();
    const first = this.#next;
    this.#next += count;
    return Array.from({ length: count }, (_, index) => first + index);
  }

  async #begin(): Promise<void> {
    const [row] = await this.pool.write(({ rows }) => rows<{ epoch: number }>(NEXT_EPOCH));
    if (!row) throw new Error('The ledger’s epochs are missing.');
    this.#next = row.epoch * IDS_OF_AN_EPOCH;
    this.#end = this.#next + IDS_OF_AN_EPOCH;
  }
}
