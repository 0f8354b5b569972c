import { ApiError, type StartProgress } from '../contract/errors.js';
import {
  ConflictError,
  KeyReusedError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
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
  if (error instanceof ReadsBusyError) {
    return unavailable('Too many long searches wait; nothing was charged.');
  }
  if (error instanceof StateUnavailableError) {
    return unavailable('The state of this service cannot be read or written; nothing was charged.');
  }
  return new ApiError('internal_error', 'The service had an internal error; nothing was charged.');
}

export function unavailable(detail: string, progress?: StartProgress): ApiError {
  return new ApiError('unavailable', detail, {
    retryAfterSeconds: RETRY_SECONDS,
    ...(progress && { progress }),
  });
}
