import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { NoRoomError } from '../../errors.js';
import type { Sqlite } from './driver.js';

const MIB = 2 ** 20;
/**
 * Space left free, or a tenth of a small disk: a transaction uses some before the next check, and the ledger may be on the same
 * disk.
 */
const LEFT_BYTES = 256 * MIB;

/**
 * Called before each transaction of a writer of many. Checks that the disk has space for the checkpoint, and leaves some for
 * the service. A full disk would prevent charges, and even a start: SQLite needs some space to open a database. Throws
 * `NoRoomError`.
 */
export function requireRoom(database: Sqlite): void {
  const folder = dirname(database.name);
  const { bavail, blocks, bsize } = statfsSync(folder);
  const log = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  const needed = log + Math.min(LEFT_BYTES, (blocks * bsize) / 10);
  const free = bavail * bsize;
  // A file system without a limit reports no blocks.
  if (free >= needed || blocks === 0) return;
  const [has, needs] = [free, needed].map((bytes) => Math.ceil(bytes / MIB));
  throw new NoRoomError(
    `The disk of ${folder} is full: ${has} MiB are free, and ${needs} MiB must stay free. Free some disk space.`,
  );
}
