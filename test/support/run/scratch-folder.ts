import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServer } from '../postgres/server.js';

/** One temporary folder for a whole run: tests make thousands of small ones, and none is left behind. See `file-folder.ts`. */
export function setup(): () => void {
  const folder = mkdtempSync(join(scratchPlace(), 'dossier-test-'));
  // Some tests run a server as another user.
  chmodSync(folder, 0o755);
  process.env.TEST_RUN_FOLDER = folder;
  return () => {
    if (existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))) sharedServer().stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}

/**
 * Memory where there is enough of it: thousands of small databases are synced, and a disk takes a third of the tests' time.
 * A `TMPDIR` of the caller is kept.
 */
function scratchPlace(): string {
  if (process.env.TMPDIR !== undefined || !existsSync(SHARED_MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
}

const SHARED_MEMORY = '/dev/shm';
/** A run takes 1 GB, with the soak 3, and its processes as much. */
const ENOUGH_BYTES = 8 * 2 ** 30;
