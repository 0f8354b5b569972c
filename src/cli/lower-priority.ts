import { constants, getPriority, setPriority } from 'node:os';
import type { Command } from 'commander';

import { type CliContext, note } from './context.js';

const LOAD_STOPPED =
  'Stopped. A load that was being read is discarded. One that was being applied is finished by the next load or start.';
const EXPORT_STOPPED = 'Stopped. Run the same command to resume after the last complete part.';

/** Commands that process much data while a server may run, by their first word, and what an interrupted one leaves. */
const BACKGROUND: Readonly<Record<string, string>> = {
  ingest: LOAD_STOPPED,
  schedule: LOAD_STOPPED,
  index: LOAD_STOPPED,
  resolve: LOAD_STOPPED,
  export: EXPORT_STOPPED,
};

/** `export entities` is one of `export`. */
function stoppedTextOf(command: Command): string | undefined {
  const { parent } = command;
  const first = parent?.parent ? parent : command;
  return Object.hasOwn(BACKGROUND, first.name()) ? BACKGROUND[first.name()] : undefined;
}

/** Prints what an interrupted command leaves behind, and exits as the signal would have exited. */
export function reportWhenStopped(command: Command, context: CliContext): void {
  const text = stoppedTextOf(command);
  if (text === undefined) return;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      note(context, `\n${text}`);
      process.kill(process.pid, signal);
    });
  }
}

/**
 * Lets such a command take the processor time that servers leave, so that requests that come during a load go first.
 * Alone on a machine it is as fast as ever. A priority that is already lower is kept.
 */
export function lowerPriority(command: Command): void {
  if (stoppedTextOf(command) === undefined) return;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // Some systems do not let a process choose: it works at the priority it has.
  }
}
