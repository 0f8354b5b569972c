import { setTimeout } from 'node:timers/promises';
import { type FileLock, lockFile } from './file-lock.js';

const TRY_EVERY_MS = 100;

/**
 * Runs `work` under an exclusive lock on `path`, across processes; waits for the lock. Calls `onWait` once if another process
 * holds it.
 */
export async function whileLocked<T>(path: string, work: () => Promise<T>, onWait?: () => void): Promise<T> {
  const lock = lockFile(path) ?? (await turnAt(path, onWait));
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function turnAt(path: string, onWait?: () => void): Promise<FileLock> {
  onWait?.();
  for (;;) {
    await setTimeout(TRY_EVERY_MS);
    const lock = lockFile(path);
    if (lock) return lock;
  }
}
