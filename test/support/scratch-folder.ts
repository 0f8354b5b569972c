import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One temporary folder for a whole run: tests make thousands of small ones, and none is left behind. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  // Some tests run a server as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
