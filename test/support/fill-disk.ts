import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** A disk of its own; null where nothing may be mounted, which `.ci/run` takes for a failure. */
export function mountSmall(mib = 96): string | null {
  const path = mkdtempSync(join(tmpdir(), 'dossier-small-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'none', path], { stdio: 'ignore' });
    return path;
  } catch (error) {
    rmSync(path, { recursive: true });
    if (process.env.CI !== undefined)
      throw new Error('No tmpfs can be mounted, so no full disk can be tested.', { cause: error });
    return null;
  }
}

export function unmount(path: string): void {
  execFileSync('umount', ['-l', path]);
  rmSync(path, { recursive: true });
}
