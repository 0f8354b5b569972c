import { ApiError, type StartProgress } from '../contract/errors.js';
import {
  ConflictError,
  KeyReusedError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  LinksUnavailableError,
  ReadsBusyError,
  StateUnavailableError,
} from '../store/store.js';

/** Retry delay: long enough not to overload, short enough for a restart. */
const RETRY_SECONDS = 5;

const MAY_BE_CHARGED =
  'The ledger did not respond: this request may have been charged. If repeated with the same Idempotency-Key, it is not charged again.';

/** Converts an error for the client. Hides the cause unless it is one of our own errors. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof LedgerUnavailableError) {
    return unavailable('The ledger cannot be written; nothing was charged.');
  }
  if (error instanceof ConflictError) return new ApiError('conflict', error.message);
  if (error instanceof KeyReusedError) return new ApiError('idempotency_key_reused', error.message);
  if (error instanceof LedgerAnswerLostError) return unavailable(MAY_BE_CHARGED);
  if (error instanceof LinksUnavailableError) {
    return unavailable('The links between records cannot be read; nothing was charged.');
  }
  if (error instanceof ReadsBusyError) {
    return unavailable('Too many long searches are waiting; nothing was charged.');
  }
  if (error instanceof StateUnavailableError) {
    return unavailable('The state of this service cannot be read or written; nothing was charged.');
  }
  const shortage = shortageOf(error);
  if (shortage !== undefined) return unavailable(`${shortage}; nothing was charged.`);
  return new ApiError('internal_error', 'An internal error occurred; nothing was charged.');
}

/** Shortages of the machine, by Node or SQLite error code. */
const SHORTAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the service is full',
  EDQUOT: 'The disk of the service is full',
  SQLITE_FULL: 'The disk of the service is full',
  EROFS: 'The disk of the service cannot be written',
  EMFILE: 'The service has too many files open',
  ENFILE: 'The machine has too many files open',
  ENOMEM: 'The machine has too little memory',
};

/**
 * Returns `undefined` if neither the error nor a cause is a shortage. Errors from another thread only have a
 * message.
 */
export function shortageOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = codeIn(error.message) } = error as NodeJS.ErrnoException;
  return SHORTAGES[code] ?? shortageOf(error.cause);
}

function codeIn(message: string): string {
  return message.includes('database or disk is full')
    ? 'SQLITE_FULL'
    : (/^E[A-Z]+(?=:)/.exec(message)?.[0] ?? '');
}

export function unavailable(detail: string, progress?: StartProgress): ApiError {
  return new ApiError('unavailable', detail, {
    retryAfterSeconds: RETRY_SECONDS,
    ...(progress && { progress }),
  });
}
