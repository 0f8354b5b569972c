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

/** A caller may try again after so long: enough not to hammer, little enough for a restart. */
const RETRY_SECONDS = 5;

const MAY_BE_CHARGED =
  'The ledger did not answer: this request may have been charged. Repeated with its Idempotency-Key it is not charged again.';

/** The error that a client sees. It hides the cause, unless the cause is an error of our own. */
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
    return unavailable('Too many long searches wait; nothing was charged.');
  }
  if (error instanceof StateUnavailableError) {
    return unavailable('The state of this service cannot be read or written; nothing was charged.');
  }
  const shortage = shortageOf(error);
  if (shortage !== undefined) return unavailable(`${shortage}; nothing was charged.`);
  return new ApiError('internal_error', 'The service had an internal error; nothing was charged.');
}

/** Shortages of the machine, by the code of Node or SQLite. */
const SHORTAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the service is full',
  EDQUOT: 'The disk of the service is full',
  SQLITE_FULL: 'The disk of the service is full',
  EROFS: 'The disk of the service cannot be written',
  EMFILE: 'The service has too many files open',
  ENFILE: 'The machine has too many files open',
  ENOMEM: 'The machine has too little memory',
};

/** Returns `undefined` if neither the error nor a cause of it is a shortage. An error of another thread keeps only its message. */
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
