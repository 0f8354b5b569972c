import { setTimeout } from 'node:timers/promises';
import { type FileLock, lockFile } from './file-lock.js';

const TRY_EVERY_MS = 100;

/**
 * Does a work while nobody else, in this process or another, does one under the same path; waits for its turn.
 * `onWait` is called once where somebody else has it now.
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
