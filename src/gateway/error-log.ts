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
/** The most kinds of errors counted separately; beyond them the counts begin again. */
const MAX_KINDS = 200;
/** Faults of the machine, which one line explains. */
const EXPLAINED = [
  LedgerUnavailableError,
  LedgerAnswerLostError,
  LinksUnavailableError,
  ReadsBusyError,
  StateUnavailableError,
];

/**
 * Logs errors of requests. The first of a kind is logged at once, then one a minute with the number of those between: a
 * full disk fails every request, and the log may lie on it.
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

/** Errors of one kind are thrown by the same lines; what they say may name a record. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 100);
  if (isExplained(error)) return `${error.name} ${reasonOf(error)}`;
  return `${error.name} ${(error.stack ?? '').split('\n    at ').slice(1, 4).join(' ')}`;
}

/** The members of a log record for an error: one sentence if it is a fault of the machine, else the error with its stack. */
export function loggedError(error: unknown): object {
  return error instanceof Error && isExplained(error) ? { reason: reasonOf(error) } : { err: error };
}

function isExplained(error: Error): boolean {
  return EXPLAINED.some((kind) => error instanceof kind) || shortageOf(error) !== undefined;
}

function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message.replace(/\.$/, '')}: ${cause.message}` : message;
}
