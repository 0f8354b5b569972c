import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HELD_LOG_BYTES } from '../wal-checkpoint.js';
import { STORE_FILE_NAMES } from './inspect.js';

/** The databases of a folder whose log is so long that somebody must have kept it from beginning again. */
export function longLogs(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  return STORE_FILE_NAMES.flatMap((name) => {
    const bytes = statSync(join(folder, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0;
    return bytes > HELD_LOG_BYTES ? [{ name, bytes }] : [];
  });
}
