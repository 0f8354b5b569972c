import { type Stats, statSync } from 'node:fs';
import type { Sqlite } from './driver.js';

/** A commit waits in the log before it is in the file. */
const ENDS = ['', '-wal'];

/**
 * Throws from the moment on at which the file of an open database, or its log, is no longer the one under its name: it
 * was removed or another took its place, and SQLite would go on to write into what nobody can open again. It is well
 * again if the file itself is put back. Costs a few microseconds.
 */
export function refusingOtherFile(database: Sqlite): () => void {
  const opened = ENDS.map((end) => ({ path: database.name + end, held: lookAt(database.name + end) }));
  const watched = database.memory ? [] : opened.filter(({ held }) => held !== undefined);
  return () => {
    for (const { path, held } of watched) {
      const now = lookAt(path);
      if (!isSameFile(now, held)) {
        throw new OtherFileError(
          `${path} was ${now ? 'replaced' : 'removed'} while it was in use; put it back, or restart after a restore.`,
        );
      }
    }
  };
}

export class OtherFileError extends Error {
  override readonly name = 'OtherFileError';
}

/** The file under the name now, without opening it: to close it again would end the locks of this process on it. */
export function lookAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
