import type { Sqlite } from '../driver.js';

/** The row that was written last in each table that a charge reads and writes. */
const NEWEST = [
  'SELECT * FROM accounts ORDER BY rowid DESC LIMIT 1',
  'SELECT * FROM api_keys ORDER BY rowid DESC LIMIT 1',
  'SELECT * FROM grants ORDER BY id DESC LIMIT 1',
  'SELECT * FROM grant_remaining ORDER BY grant_id DESC LIMIT 1',
  'SELECT * FROM charges ORDER BY id DESC LIMIT 1',
];

/** Throws if a charge cannot be written now: reads where it reads, and commits a row as it is. */
export function probing(database: Sqlite): () => void {
  const newest = NEWEST.map((sql) => database.prepare(sql));
  const write = database.prepare('UPDATE ledger_clock SET seen_at = seen_at');
  const probe = database.transaction(() => {
    for (const row of newest) row.get();
    write.run();
  });
  return () => probe.immediate();
}
