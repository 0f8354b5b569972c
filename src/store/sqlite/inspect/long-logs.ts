import { statSync } from 'node:fs';
import { join } from 'node:path';
import { LONGEST_LOG_BYTES } from '../wal-checkpoint.js';
import { STORE_FILE_NAMES } from './inspect.js';

/** A writer that is at work lets a log become a little longer than it keeps it. */
const LONG_BYTES = 2 * LONGEST_LOG_BYTES;

/** The databases of a folder whose log is so long that somebody must have kept it from beginning again. */
export function longLogs(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  return STORE_FILE_NAMES.flatMap((name) => {
    const bytes = statSync(join(folder, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0;
    return bytes > LONG_BYTES ? [{ name, bytes }] : [];
  });
}
