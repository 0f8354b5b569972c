import type { Logger } from 'pino';
import {
  LedgerAnswerLostError,
  LedgerUnavailableError,
  LinksUnavailableError,
  ReadsBusyError,
  StateUnavailableError,
} from '../store/store.js';
import { shortageOf } from './errors.js';

export type Log = Pick<Logger, 'error' | 'warn' | 'info'>;

const EVERY_MS = 60_000;
/** Max. kinds of errors that are counted separately; beyond it, counting restarts. */
const MAX_KINDS = 200;
/** Shortages of the machine, which one line explains. */
const EXPLAINED = [
  LedgerUnavailableError,
  LedgerAnswerLostError,
  LinksUnavailableError,
  ReadsBusyError,
  StateUnavailableError,
];

/**
 * Logs request errors. The first of a kind is logged at once, then one a minute with the number of suppressed
 * ones: a full disk fails every request, and may contain the log.
 */
export function errorLog(log: Pick<Log, 'error'>, clock: () => number = () => performance.now()) {
  const kinds = new Map<string, { loggedAt: number; unlogged: number }>();
  return (error: unknown, requestId: string | undefined, detail: string): void => {
    const now = clock();
    const kind = kindOf(error);
    const known = kinds.get(kind);
    if (known && now - known.loggedAt < EVERY_MS) {
      known.unlogged += 1;
      return;
    }
    if (!known && kinds.size >= MAX_KINDS) kinds.clear();
    kinds.set(kind, { loggedAt: now, unlogged: 0 });
    const more = known && known.unlogged > 0 ? { unlogged: known.unlogged } : {};
    log.error({ ...loggedError(error), requestId, ...more }, detail);
  };
}

/** Errors thrown at the same place are of one kind; their messages may differ. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 100);
  if (isExplained(error)) return `${error.name} ${reasonOf(error)}`;
  return `${error.name} ${(error.stack ?? '').split('\n    at ').slice(1, 4).join(' ')}`;
}

/** Log fields of an error: one sentence for a shortage of the machine, otherwise the error with its stack. */
export function loggedError(error: unknown): object {
  return error instanceof Error && isExplained(error) ? { reason: reasonOf(error) } : { err: error };
}

function isExplained(error: Error): boolean {
  return EXPLAINED.some((kind) => error instanceof kind) || shortageOf(error) !== undefined;
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message.replace(/\.$/, '')}: ${cause.message}` : message;
}
