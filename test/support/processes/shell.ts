import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inheritedEnv } from './process.js';

/** Makes `./dossier` in a folder the one of this clone. */
export function linkDossier(folder: string): void {
  const link = join(folder, 'dossier');
  if (!existsSync(link)) symlinkSync(resolve('dossier'), link);
}

/**
 * Runs commands of a guide in bash, in a folder with a link to `./dossier`, until the first that fails. Returns what they print.
 * Throws with their errors if one fails.
 */
export async function runShell(
  commands: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  linkDossier(folder);
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const [status] = (await once(child, 'close')) as [number | null];
  if (status !== 0) throw new Error(`The commands ended with ${status}: ${errors}`);
  return printed;
}
