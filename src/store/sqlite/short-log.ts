import { statSync } from 'node:fs';
import type { Sqlite } from './driver.js';

const LONGEST_BYTES = 128 * 2 ** 20;

/**
 * Between two transactions of a writer that makes many. What the log holds is written back as it grows, but the log
 * begins anew only at a moment when nobody reads it, which never comes while serving threads read without a pause.
 * So one that has grown long is waited for: reads last milliseconds, and later ones no longer need the log.
 */
export function keepLogShort(database: Sqlite, longest = LONGEST_BYTES): void {
  const log = statSync(`${database.name}-wal`, { throwIfNoEntry: false });
  if (log && log.size > longest) database.pragma('wal_checkpoint(TRUNCATE)');
}
