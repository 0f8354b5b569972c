/**
 * The error registry: every code the service answers with, its status, what it means and how to cure it.
 * `/docs/errors/<code>` and `docs/generated/errors.md` are made from it; a test proves both complete.
 */
export const ERRORS = {
  invalid_params: {
    status: 400,
    title: 'A parameter is missing or not valid',
    meaning: 'The request was understood but a parameter is missing, malformed, repeated or out of range.',
    cure: 'Read `errors`: each entry names the parameter, what was wrong and what is allowed.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning:
      'The key is missing, malformed, unknown, revoked or expired. The answer is the same for all of them.',
    cure: 'Send `Authorization: Bearer <key>` with a current key; the operator makes one with `dossier key create`.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    meaning:
      'The balance does not cover the price of this request. Nothing was looked up and nothing was charged.',
    cure: 'Wait until `resetsAt`, ask for fewer include tokens, or ask the operator for a grant.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key may not do this',
    meaning: 'The key is valid but lacks the scope this operation needs.',
    cure: 'Use a key with the scope named in `detail`.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'No loaded source holds this id, or the path is not part of the service.',
    cure: 'Take ids from a search; see GET /api/v1/sources for what is loaded.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists but not with this method.',
    cure: 'Use a method named in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The `Accept` header rules out JSON.',
    cure: 'Send `Accept: application/json` or leave the header out.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    meaning: 'The path and query are longer than 8,192 bytes.',
    cure: 'Shorten the query.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'A body was sent in a format this operation does not read.',
    cure: 'Leave the body out.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The account made more requests in this minute than its limit.',
    cure: 'Wait the seconds given in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request headers are longer than 16,384 bytes.',
    cure: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    title: 'Something failed here',
    meaning: 'The service met an error of its own. Nothing was charged.',
    cure: 'Try again; if it stays, tell the operator the `requestId`.',
  },
  unavailable: {
    status: 503,
    title: 'Not ready to serve',
    meaning: 'The service is starting, stopping, or cannot write its ledger. Nothing was charged.',
    cure: 'Try again after the seconds given in `Retry-After`.',
  },
} as const satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly cure: string;
}

export type ErrorCode = keyof typeof ERRORS;

/** One parameter at fault: its name, and what was wrong with what is allowed. */
export interface ParameterFault {
  readonly parameter: string;
  readonly message: string;
}

/** An error the client is told about. `detail` is shown; it never carries internals. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly more: {
      readonly errors?: readonly ParameterFault[];
      readonly members?: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds?: number;
    } = {},
  ) {
    super(detail);
  }
}

/** 400 with every fault at once. */
export function invalidParams(...errors: readonly ParameterFault[]): ApiError {
  const detail = errors.map((fault) => `${fault.parameter}: ${fault.message}`).join(' ');
  return new ApiError('invalid_params', detail, { errors });
}
