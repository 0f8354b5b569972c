import { statSync } from 'node:fs';
import type { Sqlite } from './driver.js';

/** Length at which a writer checkpoints its log. */
export const LONGEST_LOG_BYTES = 128 * 2 ** 20;
/** A longer log was kept by a reader: a writer's own log only slightly exceeds its limit. */
export const HELD_LOG_BYTES = 2 * LONGEST_LOG_BYTES;
/** The wait holds the write lock and so blocks other loads. Reads of requests end within milliseconds. */
const WAIT_MS = 100;
/** Length of the log when a long reader, such as a backup, kept it from being truncated. */
const keptLong = new WeakMap<Sqlite, number>();

/**
 * Called between two transactions of a writer of many. The log is checkpointed as it grows, but it only restarts when nobody
 * reads it, which never happens while serving threads read without a pause. So once it is long, this waits: reads last
 * milliseconds, and later ones no longer need the log. If a long reader is in the way, the next attempt follows when the log
 * has grown by the same length again.
 */
export function keepLogShort(database: Sqlite, longest = LONGEST_LOG_BYTES): void {
  const size = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= (keptLong.get(database) ?? 0) + longest) return;
  const [waitBefore] = database.pragma('busy_timeout') as [{ timeout: number }];
  database.pragma(`busy_timeout = ${WAIT_MS}`);
  try {
    const [{ busy }] = database.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (busy) keptLong.set(database, size);
    else keptLong.delete(database);
  } finally {
    database.pragma(`busy_timeout = ${waitBefore.timeout}`);
  }
}
