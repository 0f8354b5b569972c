import type { Pool } from '../pool.js';

/** The tables that a charge reads and writes. */
const TABLES = ['accounts', 'api_keys', 'grants', 'purses', 'charges'];
const READS = TABLES.map((table) => `SELECT 1 AS there FROM ledger.${table} LIMIT 1`);
const WRITE = 'UPDATE ledger.probed SET count = count + 1';

/** Rejects if a charge cannot be written now: reads where it reads, and commits a row, which the standbys confirm. */
export async function probeLedger(pool: Pool): Promise<void> {
  await pool.write(async ({ rows, change }) => {
    await Promise.all(READS.map((sql) => rows(sql)));
    await change(WRITE);
  });
}
