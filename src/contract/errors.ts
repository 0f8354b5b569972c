import Type from 'typebox';
import type { Conforming } from './schema.js';

/**
 * The error registry: every error code with its status, meaning and fix. The source of `/docs/errors/<code>`
 * and `docs/generated/errors.md`; a test checks that both are complete.
 */
export const ERRORS = {
  invalid_params: {
    status: 400,
    title: 'A parameter is missing or invalid',
    meaning: 'A parameter is missing, malformed, repeated or out of range.',
    cure: 'See `errors`: each entry contains the parameter, what is wrong, and what is allowed.',
    example: 'limit: must be a whole number, 1 or more, of at most 15 digits; got "ten".',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning:
      'The key is missing, malformed, unknown, revoked or expired. The response is the same in each case.',
    cure: 'Send `Authorization: Bearer <key>` with a valid key. The operator creates keys with `dossier key create`.',
    example: 'Send a valid API key: `Authorization: Bearer <key>`.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    meaning:
      'The balance does not cover the price of this request. No data was read and nothing was charged.',
    cure: 'Wait until `resetsAt`, request fewer include tokens, or ask the operator for credits.',
    example: 'This request costs 7 credits; the balance is 3.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key lacks a scope',
    meaning: 'The key is valid but lacks the scope that this operation requires.',
    cure: 'Use a key with the scope in `detail`.',
    example: 'This key lacks the scope `usage`.',
  },
  account_inactive: {
    status: 403,
    title: 'The account is suspended or closed',
    meaning:
      'The key is valid, but its account is suspended or closed. No data was read and nothing was charged.',
    cure: 'Ask the operator. A suspended account can be resumed, a closed one cannot.',
    example: 'The account of this key is suspended; ask the operator of the service.',
  },
  foreign_origin: {
    status: 403,
    title: 'The request came from another origin',
    meaning:
      'A form was submitted from another origin or without an `Origin` header, or `/mcp` was called from another origin or under a host name of another machine. Nothing was done.',
    cure: 'Open the page on this service and submit its form. Programs should use the API with a key. The operator lists allowed origins in DOSSIER_CORS_ORIGINS; behind a proxy, `/mcp` requires DOSSIER_TRUST_PROXY.',
    example: 'This form was not sent by a page of this service.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'No loaded source contains this id, the account has no such watch, or the path does not exist.',
    cure: 'Get ids from a search. GET /api/v1/sources lists what is loaded.',
    example: 'No loaded source contains "CO:1".',
  },
  conflict: {
    status: 409,
    title: 'Conflict with the current state',
    meaning:
      'The name is taken, the account is closed or already in that state, the grant has fewer credits than should be taken back, the account has its maximum number of watches, or the watch is disabled. Nothing was changed.',
    cure: 'See `detail`, check the current account, grant or watch, then send a valid change.',
    example: 'An account "acme" already exists (acc_1).',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The same request is still running',
    meaning: 'Another request of this account with the same `Idempotency-Key` is still running.',
    cure: 'Wait for the first request, or retry shortly with the same key.',
    example: 'A request with this Idempotency-Key is still running.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key was used for another request',
    meaning: 'The account used this `Idempotency-Key` for a different request in the last 24 hours.',
    cure: 'Use a new key for each request. Reuse a key only to repeat the same request.',
    example: 'This Idempotency-Key was used for another request.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists but not with this method.',
    cure: 'Use a method listed in the `Allow` header.',
    example: 'This path accepts GET and HEAD.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The `Accept` header excludes JSON.',
    cure: 'Send `Accept: application/json`, or omit the header.',
    example: 'This operation returns `application/json` only.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor is too old',
    meaning:
      'Events after the cursor are no longer retained, or the cursor belongs to another feed. Nothing was charged.',
    cure: 'Create an export and continue from the cursor in its manifest, or continue from `oldestCursor` and miss the earlier events.',
    example:
      'Events after the cursor were deleted or are not in this feed. Start from an export, or from `oldestCursor`.',
  },
  content_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The request body is larger than 65,536 bytes.',
    cure: 'Send fewer items per request.',
    example: 'The body may have at most 65,536 bytes.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    meaning: 'The path and query are longer than 8,192 bytes.',
    cure: 'Shorten the query.',
    example: 'The path and query may have at most 8,192 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'This operation does not accept the media type of the body.',
    cure: 'Send the body as `Content-Type: application/json`.',
    example: 'This operation accepts `application/json` in UTF-8, uncompressed.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is outside the file',
    meaning:
      'The `Range` header specifies bytes beyond the end of the file; `Content-Range` contains its length.',
    cure: 'Specify a range within the file, or omit the header.',
    example: 'The file is 1,024 bytes long.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    meaning: 'The `Expect` header contains something other than `100-continue`.',
    cure: 'Omit the header.',
    example: 'The only supported expectation is `100-continue`.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The account exceeded its requests per minute, or the key is invalid and this address sent too many invalid keys in this minute. Invalid keys never block a valid one.',
    cure: 'Wait the number of seconds in `Retry-After`.',
    example: 'This account may make 600 requests per minute; the next minute starts in 15 s.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request headers are larger than 16,384 bytes.',
    cure: 'Send fewer or shorter headers.',
    example: 'The request line and headers may have at most 16,384 bytes.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'An internal error occurred. Nothing was charged.',
    cure: 'Retry. If it happens again, report the `requestId` to the operator.',
    example: 'An internal error occurred; nothing was charged.',
  },
  upstream_error: {
    status: 502,
    title: 'A portal did not respond',
    meaning:
      'The record is only available from its publisher’s portal, which failed, and there is no recent cached copy. Nothing was charged.',
    cure: 'Retry later, or load the source: loaded records do not need the portal.',
    example: 'The publisher’s portal did not respond; nothing was charged.',
  },
  unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'The service is starting or stopping, cannot write its ledger, or is busy with too many long searches. Nothing was charged, unless `detail` says that a charge may have been made.',
    cure: 'Retry after the number of seconds in `Retry-After`.',
    example: 'The search index is not loaded yet.',
  },
} as const satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly cure: string;
  /** An example of `detail`, for the documentation. */
  readonly example: string;
}

export type ErrorCode = keyof typeof ERRORS;

export interface StartProgress {
  readonly read: number;
  readonly total: number;
}

/** One invalid parameter: its name, what is wrong and what is allowed. */
export const ParameterFaultSchema = Type.Object(
  {
    parameter: Type.String({ description: 'Name of the parameter.' }),
    message: Type.String({ description: 'What is wrong and what is allowed.' }),
  },
  { title: 'ParameterFault' },
);
export type ParameterFault = Conforming<typeof ParameterFaultSchema>;

/** An error that is returned to the client. `detail` is returned and must not contain internals. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly more: {
      readonly errors?: readonly ParameterFault[];
      readonly members?: Readonly<Record<string, unknown>>;
      /** Startup progress, for pages: bytes of the search index. */
      readonly progress?: StartProgress;
      readonly retryAfterSeconds?: number;
      /** WWW-Authenticate value (RFC 9110, 11.6.1) of a 401 or a missing scope. */
      readonly challenge?: string;
    } = {},
  ) {
    super(detail);
  }
}

/** Returns a 400 with every error. An error shared by several parameters is reported once. */
export function invalidParams(...errors: readonly ParameterFault[]): ApiError {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' ');
  return new ApiError('invalid_params', detail, { errors });
}
