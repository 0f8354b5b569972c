import { ApiError, ERRORS, type ErrorCode } from '../contract/errors.js';
import {
  ConflictError,
  KeyReusedError,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  ReadsBusyError,
} from '../store/store.js';

/** An `ApiError` that also sets headers: name, value, name, value. */
export class HttpError extends ApiError {
  constructor(
    code: ErrorCode,
    detail: string,
    readonly headers: readonly string[],
    more?: ApiError['more'],
  ) {
    super(code, detail, more);
  }
}

export interface Problem {
  readonly status: number;
  readonly headers: readonly string[];
  /** `application/problem+json`. */
  readonly body: string;
}

/** What `Retry-After` says on a 503: long enough not to hammer, short enough for a restart. */
export const RETRY_SECONDS = 5;

const MAY_BE_CHARGED =
  'The ledger did not answer: this request may have been charged. Repeated with its Idempotency-Key it is not charged again.';

/** RFC 9457, with `error: { code, message }` for clients that look there. `instance` is the path asked for. */
export function toProblem(error: ApiError, instance: string, requestId: string): Problem {
  const { status, title } = ERRORS[error.code];
  const body = JSON.stringify({
    type: `/docs/errors/${error.code}`,
    title,
    status,
    detail: error.detail,
    instance,
    requestId,
    error: { code: error.code, message: error.detail },
    ...(error.more.errors && { errors: error.more.errors }),
    ...error.more.members,
  });
  return { status, headers: headersOf(error), body };
}

/** What the client is told of an error: nothing of what it was, where it is not one of ours. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof LedgerUnavailableError) {
    return unavailable('The ledger cannot be written; nothing was charged.', RETRY_SECONDS);
  }
  if (error instanceof ConflictError) return new ApiError('conflict', error.message);
  if (error instanceof KeyReusedError) return new ApiError('idempotency_key_reused', error.message);
  if (error instanceof LedgerAnswerLostError) return unavailable(MAY_BE_CHARGED, RETRY_SECONDS);
  if (error instanceof ReadsBusyError) {
    return unavailable('Too many long searches wait; nothing was charged.', RETRY_SECONDS);
  }
  return new ApiError('internal_error', 'Something failed here; nothing was charged.');
}

export function unavailable(detail: string, retryAfterSeconds: number): ApiError {
  return new ApiError('unavailable', detail, { retryAfterSeconds });
}

function headersOf(error: ApiError): string[] {
  const headers = error instanceof HttpError ? [...error.headers] : [];
  const { retryAfterSeconds } = error.more;
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return headers;
}
