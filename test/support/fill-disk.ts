import { closeSync, openSync, writeSync } from 'node:fs';

const MIB = 2 ** 20;

/** Writes a file that takes all that is free on its disk. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w');
  for (const size of [MIB, 4_096]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(file, block) < size) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}
