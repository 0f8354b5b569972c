import type { Sqlite } from './driver.js';

/**
 * Does the work with its commits on the disk before they return, and with them the whole log before them. Something in
 * another file is then removed that they stand for: a power cut may keep the removal and lose a commit that is not synced.
 */
export function synced<Result>(database: Sqlite, work: () => Result): Result {
  database.pragma('synchronous = full');
  try {
    return work();
  } finally {
    database.pragma('synchronous = normal');
  }
}
