import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CliContext, note } from '../context.js';

/** A command that runs in another process. */
export interface Beside {
  /** Resolves when the process is gone, however it ended. */
  readonly ended: Promise<void>;
  /** Ends the process as SIGTERM does; what it answers after that is left out. */
  stop(): Promise<void>;
}

/** A process that works in the database sees a signal when its statement ends; one that never does is killed. */
const STOPS_WITHIN_MS = 5_000;

/**
 * Runs a command on the folder in another process, which outlives this one. `done` is given what it answered; if it
 * fails without an answer, `failed` is noted with its reason.
 */
export function runBeside(
  args: readonly string[],
  folder: DataFolder,
  context: CliContext,
  { failed, done }: { readonly failed: string; readonly done?: (answer: unknown) => void },
): Beside {
  const program = join(packageRoot(), 'bin/dossier.js');
  const env = { ...context.env, DOSSIER_DATA: folder.path };
  const child = spawn(process.execPath, [program, ...args, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  let isStopped = false;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    child.on('error', ({ message }) => {
      note(context, `${failed} ${message}`);
      resolve();
    });
    child.on('close', (status) => {
      if (!isStopped) tell(status);
      resolve();
    });
  });
  child.unref();
  // The pipe alone would keep this process.
  (child.stdout as typeof child.stdout & { unref?(): void }).unref?.();

  function tell(status: number | null): void {
    const told = printed === '' ? undefined : (JSON.parse(printed) as { error?: { message: string } } | null);
    if (told?.error) note(context, `${failed} (${told.error.message})`);
    else if (told !== undefined) done?.(told);
    else if (status) note(context, failed);
  }

  async function stop(): Promise<void> {
    isStopped = true;
    child.kill('SIGTERM');
    const tooLong = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(tooLong);
  }

  return { ended, stop };
}
