import { ERRORS, type ErrorCode } from '../../contract/errors.js';
import type { Operation } from '../support/declare.js';
import { headersOf } from './headers.js';
import { capital, type NamedSchemas } from './named-schemas.js';
import { takesIdempotencyKey } from './parameters.js';
import { exampleProblem } from './problem.js';
import { publishedSchema } from './published.js';

type Json = Readonly<Record<string, unknown>>;

/** The answer of a price preview. */
export const PREVIEW_SCHEMA: Json = {
  title: 'PricePreview',
  type: 'object',
  description: 'The response to `dry_run=true`.',
  required: ['data', 'meta'],
  properties: {
    data: {
      title: 'PriceQuote',
      type: 'object',
      description: 'The price of a valid request.',
      required: ['valid', 'cost'],
      properties: {
        valid: { type: 'boolean', description: 'Always true: an invalid request is a 400.' },
        cost: integer('Price in credits.'),
        rule: {
          type: 'string',
          description: 'How the price is computed, if it is only known later.',
        },
      },
    },
    meta: metaSchema('PricePreviewMeta', [], {}, true),
  },
};

/** Codes an operation may answer with. */
export function errorCodesOf(operation: Operation): readonly ErrorCode[] {
  const keyed = operation.scope !== null;
  const priced = isPriced(operation);
  const codes: ErrorCode[] = ['invalid_params'];
  if (keyed) codes.push('unauthorized');
  if (priced) codes.push('insufficient_credits');
  if (keyed) codes.push('insufficient_scope', 'account_inactive');
  if (Object.keys(operation.params.properties).length > 0) codes.push('not_found');
  codes.push('not_acceptable');
  const takesKey = takesIdempotencyKey(operation, priced);
  if (takesKey) codes.push('idempotency_in_flight');
  codes.push('uri_too_long');
  if (operation.body) codes.push('unsupported_media_type');
  if (takesKey) codes.push('idempotency_key_reused');
  if (keyed) codes.push('rate_limit_exceeded');
  codes.push('headers_too_large', 'internal_error', ...(operation.errors ?? []), 'unavailable');
  return codes;
}

export function isPriced({ scope, free }: Operation): boolean {
  return scope !== null && free !== true;
}

const RANGE_HEADERS: Json = {
  'Accept-Ranges': {
    description: 'Range requests are supported.',
    schema: { type: 'string' },
    example: 'bytes',
  },
  'Content-Disposition': {
    description: 'Suggested file name.',
    schema: { type: 'string' },
    example: 'attachment; filename="part-00001.csv.gz"',
  },
};
const CONTENT_RANGE: Json = {
  'Content-Range': {
    description: 'The range of bytes, and the file size.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/146515',
  },
};

export function responsesOf(operation: Operation, example: unknown, names: NamedSchemas): Json {
  const kind = {
    keyed: operation.scope !== null,
    priced: isPriced(operation),
    dated: operation.dated === true,
    paged: 'hasMore' in operation.meta.properties && 'offset' in operation.query.properties,
  };
  const codes = errorCodesOf(operation);
  const problem = (code: ErrorCode): [number, Json] => {
    const alike = sameStatus(codes, code);
    const name = alike.join('-or-');
    const shown = kind.keyed ? { $ref: `#/components/responses/${name}` } : problemOf(alike, false);
    return [ERRORS[code].status, shown];
  };
  return {
    ...(operation.file
      ? fileResponses(operation.file, headersOf(200, kind) as Json)
      : {
          [operation.status ?? 200]: {
            description: 'The response.',
            headers: headersOf(200, kind),
            content: contentOf(operation, example, names),
          },
        }),
    ...(operation.method === 'GET' && { 304: notModified(kind) }),
    ...Object.fromEntries(codes.map(problem)),
  };
}

/** All of a file, or the requested range of it. */
function fileResponses({ types, description }: NonNullable<Operation['file']>, headers: Json): Json {
  const schema = { type: 'string', format: 'binary', description };
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  return {
    200: { description, headers: { ...headers, ...RANGE_HEADERS }, content },
    206: {
      description: 'The requested range.',
      headers: { ...headers, ...RANGE_HEADERS, ...CONTENT_RANGE },
      content,
    },
  };
}

function notModified(kind: { keyed: boolean; priced: boolean }): Json {
  return { description: 'The client’s copy is current. Free.', headers: headersOf(304, kind) };
}

/** No operation answers with them. */
const OF_PAGES: readonly ErrorCode[] = ['foreign_origin'];

/** The errors of operations that need a key, by code; codes that share a status in an operation stand together, too. */
export function problemResponses(): Json {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => !OF_PAGES.includes(code));
  const single = codes.map((code): readonly ErrorCode[] => [code]);
  const all = [...single, ...codes.map((code) => sameStatus(codes, code))];
  return Object.fromEntries(all.map((alike) => [alike.join('-or-'), problemOf(alike, true)]));
}

/** The codes of one operation that share a status. */
export function sameStatus(codes: readonly ErrorCode[], code: ErrorCode): readonly ErrorCode[] {
  return codes.filter((other) => ERRORS[other].status === ERRORS[code].status).sort();
}

function problemOf(codes: readonly ErrorCode[], keyed: boolean): Json {
  const [code = 'internal_error'] = codes;
  const { status } = ERRORS[code];
  const schema = { $ref: '#/components/schemas/Problem' };
  const content = { schema, example: exampleProblem(code, '/api/v1/search') };
  return {
    description: codes.map(describe).join(' '),
    headers: headersOf(status, { keyed, priced: keyed }),
    content: { 'application/problem+json': content },
  };
}

function describe(code: ErrorCode): string {
  const { title, meaning } = ERRORS[code];
  return `\`${code}\`: ${title}. ${meaning}`;
}

function contentOf(operation: Operation, example: unknown, names: NamedSchemas): Json {
  const schema = names.refer(envelopeOf(operation), '');
  const csv = operation.csv
    ? { 'text/csv': { schema: { type: 'string', description: operation.csv.description } } }
    : {};
  const lines = operation.lines
    ? { 'application/x-ndjson': { schema: { type: 'string', description: operation.lines } } }
    : {};
  return { 'application/json': { schema, ...(example !== undefined && { example }) }, ...csv, ...lines };
}

function envelopeOf({ id, data, meta, scope }: Operation): Json {
  const name = capital(id);
  const own = publishedSchema(meta.properties) as Json;
  return {
    title: `${name}Answer`,
    type: 'object',
    required: ['data', 'meta'],
    properties: {
      data: publishedSchema(data),
      meta: metaSchema(`${name}Meta`, meta.required ?? [], own, scope !== null),
    },
  };
}

/** The members that the mount adds to the operation's own meta. */
function metaSchema(title: string, required: readonly string[], properties: Json, keyed: boolean): Json {
  return {
    title,
    type: 'object',
    description: 'Metadata of the response.',
    required: [...required, ...(keyed ? ['creditsUsed'] : []), 'requestId'],
    properties: {
      ...properties,
      creditsUsed: integer('Credits charged for this request.'),
      requestId: { type: 'string', description: 'Also in the X-Request-Id header.' },
      ignoredParameters: {
        type: 'array',
        items: { type: 'string' },
        description: 'Unknown parameters that were ignored; absent if there are none.',
      },
    },
  };
}

function integer(description: string): Json {
  return { type: 'integer', description };
}
