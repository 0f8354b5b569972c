import { type Stats, statSync } from 'node:fs';
import type { Sqlite } from './driver.js';

/** A commit is in the log before it is in the file. */
const ENDS = ['', '-wal'];

/**
 * Throws once the file of an open database, or its log, is no longer the one under its name: it was removed or replaced, and
 * SQLite would keep writing to a file that nobody can open again. Recovers if the original file is put back. Takes a few
 * microseconds.
 */
export function refusingOtherFile(database: Sqlite): () => void {
  const opened = ENDS.map((end) => ({ path: database.name + end, held: lookAt(database.name + end) }));
  const watched = database.memory ? [] : opened.filter(({ held }) => held !== undefined);
  return () => {
    for (const { path, held } of watched) {
      const now = lookAt(path);
      if (!isSameFile(now, held)) {
        throw new OtherFileError(
          `${path} was ${now ? 'replaced' : 'removed'} while it was in use; put it back, or restart if you restored a backup.`,
        );
      }
    }
  };
}

export class OtherFileError extends Error {
  override readonly name = 'OtherFileError';
}

/** The file now under the name, without opening it: closing it would release this process's locks on it. */
export function lookAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

export function isSameFile(one: Stats | undefined, other: Stats | undefined): boolean {
  return one?.ino === other?.ino && one?.dev === other?.dev;
}
