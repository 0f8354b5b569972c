import { readdirSync, readFileSync } from 'node:fs';

interface OpenFiles {
  /** The limit for this process. Node raises it to the hard limit. */
  readonly limit: number;
  readonly open: number;
}

/** Returns `undefined` if the system has no `/proc` or sets no limit. */
export function openFiles(): OpenFiles | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined
      ? undefined
      : { limit: Number(limit), open: readdirSync('/proc/self/fd').length };
  } catch {
    return undefined;
  }
}
