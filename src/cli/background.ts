import { constants, setPriority } from 'node:os';
import type { Command } from 'commander';

/** They work through much data beside a server. */
const BACKGROUND = ['ingest', 'schedule', 'index', 'resolve'];

/**
 * Lets such a command take the processor time that servers leave, so that requests that come during a load go first.
 * Alone on a machine it is as fast as ever.
 */
export function makeWay(command: Command): void {
  if (!BACKGROUND.includes(command.name())) return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some systems do not let a process choose: it works at the priority it has.
  }
}
