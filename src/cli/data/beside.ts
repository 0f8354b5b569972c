import { type CommandBeside, commandBeside } from '../../serving/operating/command-beside.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CliContext, note } from '../context.js';

/** A command that runs in another process. */
export interface Beside {
  /** Resolves when the process is gone, however it ended. */
  readonly ended: Promise<void>;
  /** Ends the process as SIGTERM does; what it answers after that is left out. */
  readonly stop: CommandBeside['stop'];
}

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
  const { ended, stop } = commandBeside(args, { ...context.env, DOSSIER_DATA: folder.path });
  const reported = ended.then(({ status, answer, failure, isStopped }) => {
    if (isStopped) return;
    if (failure !== undefined) note(context, `${failed} (${failure})`);
    else if (answer !== undefined) done?.(answer);
    else if (status) note(context, failed);
  });
  return { ended: reported, stop };
}
