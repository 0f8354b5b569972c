import { setTimeout as wait } from 'node:timers/promises';
import { type CliContext, note } from '../context.js';

/** PostgreSQL may respond later. Other errors need an operator. */
const AWAY: ReadonlySet<string> = new Set(['LedgerUnavailableError', 'NoPrimaryError', 'PostgresAwayError']);
const PAUSE_MS = 2_000;

/** Does the work; while PostgreSQL cannot be reached, shows why once and tries again. */
export async function whileAway<Result>(context: CliContext, work: () => Promise<Result>): Promise<Result> {
  for (let shown = ''; ; ) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error) || !AWAY.has(error.name)) throw error;
      if (error.message !== shown) note(context, `${error.message} Trying again.`);
      shown = error.message;
      await wait(PAUSE_MS);
    }
  }
}
