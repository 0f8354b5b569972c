import { ERRORS } from '../../contract/errors.js';
import type { Operation } from '../declare.js';
import { headersOf } from './headers.js';
import { parametersOf } from './parameters.js';
import { errorCodesOf } from './responses.js';
import { tagOf } from './tags.js';

type Json = Readonly<Record<string, unknown>>;

/** It names no content, so there is nothing to compare. */
const VALIDATORS = ['IfNoneMatch', 'IfModifiedSince'].map((name) => `#/components/parameters/${name}`);

/** HEAD of a priced GET: the request is checked and its price told. It is no GET without a body, and names no ETag. */
export function describeHead(operation: Operation): Json {
  const { ETag: _, 'Idempotency-Replayed': __, ...headers } = headersOf(200, { keyed: true, priced: true });
  const status = (code: keyof typeof ERRORS) => [ERRORS[code].status, bodiless(code)] as const;
  return {
    operationId: `${operation.id}Price`,
    tags: [tagOf(operation).name],
    summary: `${operation.summary}: the price`,
    description:
      'Checks the parameters and tells the price in `X-Credits-Cost`, free; nothing is looked up. The answer has neither ' +
      '`Content-Length` nor `ETag`.',
    security: [{ apiKey: [] }],
    parameters: parametersOf(operation, false).filter(({ $ref }) => !VALIDATORS.includes(String($ref))),
    responses: {
      200: { description: 'The request is valid; `X-Credits-Cost` is its price.', headers },
      ...Object.fromEntries(errorCodesOf(operation).filter(isOfPreview).map(status)),
    },
  };
}

/** A preview looks nothing up and pays nothing. */
function isOfPreview(code: keyof typeof ERRORS): boolean {
  return !['insufficient_credits', 'idempotency_in_flight', 'idempotency_key_reused'].includes(code);
}

function bodiless(code: keyof typeof ERRORS): Json {
  const { status, title } = ERRORS[code];
  return { description: `${title}.`, headers: headersOf(status, { keyed: true, priced: false }) };
}
