import { setTimeout } from 'node:timers/promises';
import { type FileLock, lockFile } from './file-lock.js';

const TRY_EVERY_MS = 100;

/** Does a work while nobody else, in this process or another, does one under the same path; waits for its turn. */
export async function whileLocked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = await turnAt(path);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function turnAt(path: string): Promise<FileLock> {
  for (;;) {
    const lock = lockFile(path);
    if (lock) return lock;
    await setTimeout(TRY_EVERY_MS);
  }
}
