import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { NoRoomError } from '../../errors.js';
import type { Sqlite } from './driver.js';

const MIB = 2 ** 20;
/** Left free, or a tenth of a small disk: a transaction takes some before the next look, and the ledger may lie there. */
const LEFT_BYTES = 256 * MIB;

/**
 * Before a transaction of a writer that makes many: the disk has room for the log to be written back, and leaves some to the
 * service. A full disk would keep it from charging, and even from starting: SQLite needs some room to open a database.
 * Throws `NoRoomError`.
 */
export function requireRoom(database: Sqlite): void {
  const folder = dirname(database.name);
  const { bavail, blocks, bsize } = statfsSync(folder);
  const log = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const needed = log + Math.min(LEFT_BYTES, (blocks * bsize) / 10);
  const free = bavail * bsize;
  // A file system without a bound says that it has no blocks.
  if (free >= needed || blocks === 0) return;
  const [has, needs] = [free, needed].map((bytes) => Math.ceil(bytes / MIB));
  throw new NoRoomError(
    `The disk of ${folder} is full: ${has} MiB are free, and ${needs} MiB must stay free. Free some disk space.`,
  );
}
