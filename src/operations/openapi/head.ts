import { ERRORS, type ErrorCode } from '../../contract/errors.js';
import type { Operation } from '../support/declare.js';
import { headersOf } from './headers.js';
import { parametersOf } from './parameters.js';
import { errorCodesOf, sameStatus } from './responses.js';
import { tagOf } from './tags.js';

type Json = Readonly<Record<string, unknown>>;

/** It names no content, so there is nothing to compare. */
const VALIDATORS = ['IfNoneMatch', 'IfModifiedSince'].map((name) => `#/components/parameters/${name}`);

/** HEAD of a priced GET: checks the request and returns its price. Unlike a GET without its body, it has no ETag. */
export function describeHead(operation: Operation): Json {
  const { ETag: _, 'Idempotency-Replayed': __, ...headers } = headersOf(200, { keyed: true, priced: true });
  const codes = errorCodesOf(operation).filter(isOfPreview);
  const status = (code: ErrorCode) => [ERRORS[code].status, bodiless(sameStatus(codes, code))] as const;
  return {
    operationId: `${operation.id}Price`,
    tags: [tagOf(operation).name],
    summary: `${operation.summary}: the price`,
    description:
      'Validates the parameters and returns the price in `X-Credits-Cost`. Free; no data is read. The response has neither `Content-Length` nor `ETag`.',
    security: [{ apiKey: [] }],
    parameters: parametersOf(operation, false).filter(({ $ref }) => !VALIDATORS.includes(String($ref))),
    responses: {
      200: { description: 'The request is valid; `X-Credits-Cost` is its price.', headers },
      ...Object.fromEntries(codes.map(status)),
    },
  };
}

/** A preview looks nothing up and pays nothing. */
function isOfPreview(code: ErrorCode): boolean {
  return !['insufficient_credits', 'idempotency_in_flight', 'idempotency_key_reused'].includes(code);
}

function bodiless(codes: readonly ErrorCode[]): Json {
  const [code = 'internal_error'] = codes;
  const { status } = ERRORS[code];
  return {
    description: codes.map((one) => `${ERRORS[one].title}.`).join(' '),
    headers: headersOf(status, { keyed: true, priced: false }),
  };
}
