import Type from 'typebox';
import type { Conforming } from './schema.js';

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
    example: 'limit: must be a whole number, 1 or more, of at most 15 digits; got "ten".',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning:
      'The key is missing, malformed, unknown, revoked or expired. The answer is the same for all of them.',
    cure: 'Send `Authorization: Bearer <key>` with a current key; the operator makes one with `dossier key create`.',
    example: 'Send a valid API key: `Authorization: Bearer <key>`.',
  },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    meaning:
      'The balance does not cover the price of this request. Nothing was looked up and nothing was charged.',
    cure: 'Wait until `resetsAt`, ask for fewer include tokens, or ask the operator for a grant.',
    example: 'This request costs 7; the balance is 3.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The key may not do this',
    meaning: 'The key is valid but lacks the scope this operation needs.',
    cure: 'Use a key with the scope named in `detail`.',
    example: 'This key lacks the scope `usage`.',
  },
  account_inactive: {
    status: 403,
    title: 'The account is suspended or closed',
    meaning:
      'The key is valid but its account is suspended or closed. Nothing was looked up and nothing was charged.',
    cure: 'Ask the operator: a suspended account can be resumed, a closed one stays closed.',
    example: 'The account of this key is suspended; ask the operator of the service.',
  },
  foreign_origin: {
    status: 403,
    title: 'The request came from another origin',
    meaning:
      'A page of another origin, or a program that sends no `Origin`, submitted a form of the pages; or `/mcp` was called by a ' +
      'page of another origin, or by a host name that is not this machine’s. Nothing was done.',
    cure:
      'Open the page of this service and send its own form; programs use the API with a key. The operator names origins that may ' +
      'call in DOSSIER_CORS_ORIGINS; a proxy before `/mcp` sends X-Forwarded-For.',
    example: 'This form was not sent by a page of this service.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning:
      'No loaded source holds this id, the account has no such watch, or the path is not part of the service.',
    cure: 'Take ids from a search; see GET /api/v1/sources for what is loaded.',
    example: 'No loaded source holds "CO:1".',
  },
  conflict: {
    status: 409,
    title: 'The change conflicts with the current state',
    meaning:
      'The name is taken, the account is closed or in that state already, a grant holds fewer credits than should be taken back, ' +
      'the account has as many watches as it may have, or the watch is disabled. Nothing was changed.',
    cure: 'Read `detail`, check the current accounts, grants or watches, then send a change that is possible.',
    example: 'There is an account "acme" already (acc_1).',
  },
  idempotency_in_flight: {
    status: 409,
    title: 'The same request is still running',
    meaning: 'Another request of this account with the same `Idempotency-Key` has not been answered yet.',
    cure: 'Wait for the first request, or retry shortly with the same key.',
    example: 'A request with this Idempotency-Key is still running.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The idempotency key belongs to another request',
    meaning: 'In the last 24 hours the account used this `Idempotency-Key` for a different request.',
    cure: 'Use a new key for each request. Reuse a key only to repeat exactly the same request.',
    example: 'This Idempotency-Key was used for another request.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists but not with this method.',
    cure: 'Use a method named in the `Allow` header.',
    example: 'This path accepts GET and HEAD.',
  },
  not_acceptable: {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The `Accept` header excludes JSON.',
    cure: 'Send `Accept: application/json`, or omit the header.',
    example: 'This operation answers with `application/json` only.',
  },
  cursor_expired: {
    status: 410,
    title: 'The cursor is too old',
    meaning:
      'Events behind the cursor are no longer kept, or the cursor is one of another feed. Nothing was charged.',
    cure: 'Create an export and continue from the cursor in its manifest, or continue from `oldestCursor` and miss the earlier events.',
    example:
      'Events behind the cursor are deleted, or never were here. Start from an export, or from `oldestCursor`.',
  },
  content_too_large: {
    status: 413,
    title: 'The body is too large',
    meaning: 'The body of the request is longer than 65,536 bytes.',
    cure: 'Send fewer items at once.',
    example: 'The body may be 65,536 bytes long.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    meaning: 'The path and query are longer than 8,192 bytes.',
    cure: 'Shorten the query.',
    example: 'The path and query may be 8,192 bytes long.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'This operation does not accept the format of the body.',
    cure: 'Send the body as `Content-Type: application/json`.',
    example: 'This operation reads `application/json` in UTF-8, not compressed.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range is outside the file',
    meaning:
      'The `Range` header asks for bytes beyond the end of the file; `Content-Range` gives its length.',
    cure: 'Ask for a range within the file, or omit the header.',
    example: 'The file is 1,024 bytes long.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    meaning: 'The `Expect` header asks for something other than `100-continue`.',
    cure: 'Omit the header.',
    example: 'The only expectation that is met is `100-continue`.',
  },
  rate_limit_exceeded: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The account made more requests in this minute than its limit; or the key is bad, and this address sent too many bad keys in this minute. A good key is never refused for bad ones.',
    cure: 'Wait the seconds given in `Retry-After`.',
    example: 'This account may make 600 requests per minute; the next minute begins in 15 s.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    meaning: 'The request headers are longer than 16,384 bytes.',
    cure: 'Send fewer or shorter headers.',
    example: 'The request line and headers may be 16,384 bytes long.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'The service had an internal error. Nothing was charged.',
    cure: 'Try again. If it happens again, send the `requestId` to the operator.',
    example: 'The service had an internal error; nothing was charged.',
  },
  upstream_error: {
    status: 502,
    title: 'A portal did not answer',
    meaning:
      'The record had to be read from its publisher’s portal, which failed, and there is no recent earlier answer to use instead. ' +
      'Nothing was charged.',
    cure: 'Try again later, or load the source: loaded records need no portal.',
    example: 'The portal of the source did not answer; nothing was charged.',
  },
  unavailable: {
    status: 503,
    title: 'Not ready to serve',
    meaning:
      'The service is starting, stopping, cannot write its ledger, or is busy with too many long searches. Nothing was charged unless `detail` says that it may have been.',
    cure: 'Try again after the seconds given in `Retry-After`.',
    example: 'The search index is not loaded yet.',
  },
} as const satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly cure: string;
  /** `detail` of one occurrence, for the documents. */
  readonly example: string;
}

export type ErrorCode = keyof typeof ERRORS;

export interface StartProgress {
  readonly read: number;
  readonly total: number;
}

/** One parameter at fault: its name, and what was wrong with what is allowed. */
export const ParameterFaultSchema = Type.Object(
  {
    parameter: Type.String({ description: 'Name of the parameter.' }),
    message: Type.String({ description: 'The fault and the allowed values.' }),
  },
  { title: 'ParameterFault' },
);
export type ParameterFault = Conforming<typeof ParameterFaultSchema>;

/** An error the client is told about. `detail` is shown; it never carries internals. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly more: {
      readonly errors?: readonly ParameterFault[];
      readonly members?: Readonly<Record<string, unknown>>;
      /** How far the service is with its start, for pages: bytes of the search index. */
      readonly progress?: StartProgress;
      readonly retryAfterSeconds?: number;
      /** How to authenticate (RFC 9110, 11.6.1), of a 401 and of a missing scope. */
      readonly challenge?: string;
    } = {},
  ) {
    super(detail);
  }
}

/** 400 with every fault at once; what is wrong with several parameters alike is said once. */
export function invalidParams(...errors: readonly ParameterFault[]): ApiError {
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' ');
  return new ApiError('invalid_params', detail, { errors });
}
