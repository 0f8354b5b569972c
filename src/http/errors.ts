import { ApiError, ERRORS, type ErrorCode } from '../contract/errors.js';

/** An `ApiError` with additional headers: name, value, name, value. */
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

interface Problem {
  readonly status: number;
  readonly headers: readonly string[];
  /** `application/problem+json`. */
  readonly body: string;
}

/** RFC 9457, plus `error: { code, message }` for clients that expect it. `instance` is the requested path. */
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

function headersOf(error: ApiError): string[] {
  const headers = error instanceof HttpError ? [...error.headers] : [];
  const { retryAfterSeconds, challenge } = error.more;
  if (challenge !== undefined) headers.push('WWW-Authenticate', challenge);
  if (retryAfterSeconds !== undefined) headers.push('Retry-After', String(retryAfterSeconds));
  return headers;
}
