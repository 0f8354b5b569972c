import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { type FileLock, isLocked, lockFile } from '../../file-lock.js';
import { stagePath } from '../staging/stage-file.js';
import type { RunLife } from './run-life.js';

/**
 * The locks of the runs that an open catalog works on. The owner holds an operating system lock on a file next to the run's
 * stage; it ends with the process. A process id would not do: it has no meaning in another container with the same folder, and
 * may be reused.
 */
export class RunLocks implements RunLife {
  readonly #folder: string;
  readonly #held = new Map<number, FileLock>();
  readonly owner = `process ${process.pid} on ${hostname()}`;

  /** In the data folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  hold(runId: number): boolean {
    if (this.#held.has(runId)) return true;
    const lock = lockFile(this.#pathOf(runId));
    if (lock) this.#held.set(runId, lock);
    return lock !== undefined;
  }

  isAlive(runId: number): boolean {
    return this.#held.has(runId) || isLocked(this.#pathOf(runId));
  }

  /** Called when the run ends, or is left for another owner to finish. */
  release(runId: number): void {
    const lock = this.#held.get(runId);
    if (!lock) return;
    this.#held.delete(runId);
    try {
      // Must precede the unlock: an owner that locks in between would lock a file that nobody else finds.
      rmSync(this.#pathOf(runId), { force: true });
    } finally {
      lock.release();
    }
  }

  /** Releases all runs of this owner. */
  releaseAll(): void {
    for (const runId of [...this.#held.keys()]) this.release(runId);
  }

  #pathOf(runId: number): string {
    return `${stagePath(this.#folder, runId)}-lock`;
  }
}
