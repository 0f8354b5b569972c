import type { TObject, TSchema } from 'typebox';
import { publishedOf } from '../query/query.js';
import { type Operation, takesDryRun } from '../support/declare.js';
import { publishedSchema } from './published.js';

type Json = Readonly<Record<string, unknown>>;

/** Parameters and request headers that are the mount's, not the operation's. */
export const COMMON_PARAMETERS: Readonly<Record<string, Json>> = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'ETags of responses that the client has; a match is a free 304. On priced operations `*` matches nothing.',
    schema: { type: 'string' },
    example: 'W/"3DF2sA707CVVRtDqorZDwrAswj8"',
  },
  IfModifiedSince: {
    name: 'If-Modified-Since',
    in: 'header',
    description:
      'Last-Modified of the response that the client has; used if If-None-Match is not sent. Other dates never cause a 304.',
    schema: { type: 'string' },
    example: 'Fri, 20 Nov 2026 09:30:00 GMT',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'The requested bytes of the file, as one range.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'ETag of the file that the range belongs to; if the file differs, all of it is sent.',
    schema: { type: 'string' },
    example: '"67d3c35be1e121bef12aa06272a6227f872bbe204805d0aab90790564dec0e69"',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Id of the request, 1 to 128 letters, digits and `_ . : -`; other values are replaced.',
    schema: { type: 'string' },
    example: 'order-4711',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes retries safe: for 24 hours, each part of the same request is charged only once, and a change through the admin API is made only once. 1 to 255 printable ASCII characters, such as a UUID.',
    // Without an example: tools that send examples would send the same key with every request.
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  DryRun: {
    name: 'dry_run',
    in: 'query',
    description:
      '`true`: only validates the parameters and returns the price as a `PricePreview`. Free; no data is read or changed. HEAD returns the price of a GET in `X-Credits-Cost`.',
    schema: { type: 'boolean', default: false },
    example: false,
  },
};

export function parametersOf(operation: Operation, priced: boolean): readonly Json[] {
  const tagged =
    operation.method === 'GET' ? ['IfNoneMatch', ...(operation.dated ? ['IfModifiedSince'] : [])] : [];
  const common = [
    ...tagged,
    ...(operation.file ? ['Range', 'IfRange'] : []),
    'RequestId',
    ...(takesIdempotencyKey(operation, priced) ? ['IdempotencyKey'] : []),
    ...(takesDryRun(operation) ? ['DryRun'] : []),
  ];
  return [
    ...described(operation.params, 'path'),
    ...described(operation.query, 'query'),
    ...common.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** Operations that are charged, and those that change something. */
export function takesIdempotencyKey({ method }: Operation, priced: boolean): boolean {
  return priced || method === 'POST';
}

function described(schema: TObject, place: 'path' | 'query'): Json[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, examples, ...rest } = property as TSchema & Described;
    const { schema: published, ...style } = publishedOf(property) ?? { schema: publishedSchema(rest) };
    const example = examples ? { example: examples[0] } : {};
    return {
      name,
      in: place,
      required: place === 'path',
      description,
      schema: published,
      ...style,
      ...example,
    };
  });
}

interface Described {
  readonly description?: string;
  readonly examples?: readonly unknown[];
}
