import { existsSync, rmSync } from 'node:fs';
import { type FileLock, isLocked, lockFile } from '../../file-lock.js';
import { stagePath } from '../stage-file.js';

/** Locks of the runs that this thread itself has in hand, by path. */
const own = new Map<string, FileLock>();

/**
 * Whoever works on a run holds a lock of the operating system beside its stage: a process id says nothing in another
 * container over the same folder, and is given anew to a process that knows nothing of the run.
 */
function lockPath(folder: string, runId: number): string {
  return `${stagePath(folder, runId)}-lock`;
}

/** False where another process has it. */
export function holdRun(folder: string, runId: number): boolean {
  const path = lockPath(folder, runId);
  if (own.has(path)) return true;
  const lock = lockFile(path);
  if (lock) own.set(path, lock);
  return lock !== undefined;
}

/** The run ended, or is left for another process to finish. */
export function releaseRun(folder: string, runId: number): void {
  const path = lockPath(folder, runId);
  const lock = own.get(path);
  if (!lock) return;
  own.delete(path);
  lock.release();
  rmSync(path, { force: true });
}

/** Whether a process works on the run. */
export function isRunAlive(folder: string, runId: number): boolean {
  const path = lockPath(folder, runId);
  return own.has(path) || (existsSync(path) && isLocked(path));
}
