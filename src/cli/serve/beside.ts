import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CliContext, note } from '../context.js';

/**
 * Runs a command on the folder in another process, which outlives this one. `done` is given what it answered; if it
 * fails without an answer, `failed` is noted with its reason.
 */
export function runBeside(
  args: readonly string[],
  folder: DataFolder,
  context: CliContext,
  { failed, done }: { readonly failed: string; readonly done?: (answer: unknown) => void },
): void {
  const program = join(packageRoot(), 'bin/dossier.js');
  const env = { ...context.env, DOSSIER_DATA: folder.path };
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  child.on('error', ({ message }) => note(context, `${failed} ${message}`));
  child.on('close', (status) => {
    const told = printed === '' ? undefined : (JSON.parse(printed) as { error?: { message: string } } | null);
    if (told?.error) note(context, `${failed} (${told.error.message})`);
    else if (told !== undefined) done?.(told);
    else if (status) note(context, failed);
  });
  child.unref();
  // The pipe alone would keep this process.
  (child.stdout as typeof child.stdout & { unref?(): void }).unref?.();
}
