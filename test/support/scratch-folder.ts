import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedServer } from './postgres/server.js';

/** One temporary folder for a whole run: tests make thousands of small ones, and none is left behind. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  // Some tests run a server as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    if (existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))) sharedServer().stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
