import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { runFolder } from './run-folder.js';

// A temporary folder for each file of tests, which goes with it: those of a whole run are 8 GB, perhaps of memory.
const folder = mkdtempSync(join(runFolder(), 'file-'));
// Some tests run a server as another user.
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;

afterAll(() => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A process that was killed may still write into it: the end of the run removes the rest.
  }
});
