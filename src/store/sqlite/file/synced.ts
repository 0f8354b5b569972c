import type { Sqlite } from './driver.js';

/**
 * Syncs the commits of `work`, and with them the whole log, before it returns. For changes that allow deleting data in another
 * file: a power failure may keep the deletion and lose an unsynced commit.
 */
export function synced<Result>(database: Sqlite, work: () => Result): Result {
  database.pragma('synchronous = full');
  try {
    return work();
  } finally {
    database.pragma('synchronous = normal');
  }
}
