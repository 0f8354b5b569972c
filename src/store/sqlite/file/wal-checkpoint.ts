import { statSync } from 'node:fs';
import type { Sqlite } from './driver.js';

/** The length to which a writer lets a log grow. */
export const LONGEST_LOG_BYTES = 128 * 2 ** 20;
/** A log beyond it was kept by a reader: a writer at work lets its own become a little longer than it keeps it. */
export const HELD_LOG_BYTES = 2 * LONGEST_LOG_BYTES;
/** The wait holds the write lock: other loads stand still for it. Reads of requests end within milliseconds. */
const WAIT_MS = 100;
/** How long a log was when a long reader, such as a backup, kept it from being cut. */
const keptLong = new WeakMap<Sqlite, number>();

/**
 * Between two transactions of a writer that makes many. The log is written back as it grows, but the log
 * begins again only at a moment when nobody reads it, which never comes while serving threads read without a pause.
 * So one that has grown long is waited for: reads last milliseconds, and later ones no longer need the log. If a long
 * reader is in the way, the next try comes after the log has grown by as much again.
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
