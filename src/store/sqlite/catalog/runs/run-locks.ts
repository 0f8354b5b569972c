import { rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { type FileLock, isLocked, lockFile } from '../../file-lock.js';
import { stagePath } from '../staging/stage-file.js';
import type { RunLife } from './run-life.js';

/**
 * The locks of the runs that one open catalog works on. The owner holds a lock of the operating system on a file next to the
 * run's stage; the lock ends with the process. A process id would not do: it means nothing in another container over the same
 * folder, and the system may give it to a process that knows nothing of the run.
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

  /** The run ended, or is left for another owner to finish. */
  release(runId: number): void {
    const lock = this.#held.get(runId);
    if (!lock) return;
    this.#held.delete(runId);
    try {
      // Before the lock goes: an owner that takes it in between would hold a file that nobody else finds.
      rmSync(this.#pathOf(runId), { force: true });
    } finally {
      lock.release();
    }
  }

  /** Leaves every run that is in hand to others. */
  releaseAll(): void {
    for (const runId of [...this.#held.keys()]) this.release(runId);
  }

  #pathOf(runId: number): string {
    return `${stagePath(this.#folder, runId)}-lock`;
  }
}
