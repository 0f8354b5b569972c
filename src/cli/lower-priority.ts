import { constants, setPriority } from 'node:os';
import type { Command } from 'commander';

import { type CliContext, note } from './context.js';

/** They work through much data beside a server. */
const BACKGROUND = ['ingest', 'schedule', 'index', 'resolve'];

/**
 * Says what an interrupted command leaves behind, and ends as the signal would have ended it. A load that is being
 * applied is finished by the next one.
 */
export function tellWhenStopped(command: Command, context: CliContext): void {
  if (!BACKGROUND.includes(command.name())) return;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      note(
        context,
        `\nStopped. A load that is being read is dropped. One that is being applied is finished by the next load or start.`,
      );
      process.kill(process.pid, signal);
    });
  }
}

/**
 * Lets such a command take the processor time that servers leave, so that requests that come during a load go first.
 * Alone on a machine it is as fast as ever.
 */
export function lowerPriority(command: Command): void {
  if (!BACKGROUND.includes(command.name())) return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not let a process choose: it works at the priority it has.
  }
}
