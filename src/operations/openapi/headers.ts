type Json = Readonly<Record<string, unknown>>;

const header = (type: 'string' | 'integer', description: string, example: string | number): Json => ({
  description,
  schema: { type },
  example,
});

/** Every response header that belongs to the contract. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': header(
    'string',
    'Identifies this request in responses and logs; the client’s own value if it sent a valid one.',
    '7705ccdd87c4-1',
  ),
  'X-Credits-Cost': header('integer', 'Credits charged for this request.', 1),
  'X-Credits-Quote': header('integer', 'In a price preview: the price of the request.', 1),
  'X-Credits-Remaining': header('integer', 'Credits left after this request.', 9_999),
  'X-RateLimit-Limit': header('integer', 'Requests per minute of the account.', 600),
  'X-RateLimit-Remaining': header('integer', 'Remaining requests in this minute.', 599),
  'X-RateLimit-Reset': header('integer', 'When the minute ends; Unix seconds.', 1_795_172_220),
  'RateLimit-Policy': header(
    'string',
    'The limit as a policy (draft-ietf-httpapi-ratelimit-headers-10).',
    '"minute";q=600;w=60',
  ),
  RateLimit: header(
    'string',
    'Remaining requests of the policy, and the seconds until it resets.',
    '"minute";r=599;t=15',
  ),
  'Cache-Control': header(
    'string',
    'Clients may store responses but must revalidate them.',
    'private, no-cache',
  ),
  Vary: header('string', 'Request headers on which the response depends.', 'Authorization, Accept-Encoding'),
  ETag: header(
    'string',
    'Identifies the content; send it in If-None-Match for a free 304.',
    'W/"3DF2sA707CVVRtDqorZDwrAswj8"',
  ),
  'Last-Modified': header(
    'string',
    'When the record last changed in this service, if the response contains nothing else; see If-Modified-Since.',
    'Fri, 20 Nov 2026 09:30:00 GMT',
  ),
  Link: header(
    'string',
    'The first, previous and next page of the same request (RFC 8288), as relative URLs; absent if there is only one page.',
    '</api/v1/search?name=aspen&offset=10>; rel="next"',
  ),
  'Idempotency-Replayed': header(
    'string',
    '`true` if a request with this Idempotency-Key was charged before: only unpaid parts are charged.',
    'true',
  ),
  'Retry-After': header('integer', 'Seconds to wait before retrying.', 15),
  'WWW-Authenticate': header(
    'string',
    'What is wrong with the key (RFC 6750).',
    'Bearer error="invalid_token"',
  ),
} as const;
type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const ALWAYS = ['X-Request-Id', 'Cache-Control', 'Vary'] as const;
const LIMIT = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
] as const;
const CREDITS = ['X-Credits-Cost', 'X-Credits-Remaining'] as const;

/** The headers an answer of a status may carry, as references. */
export function headersOf(
  status: number,
  { keyed, priced, dated, paged }: { keyed: boolean; priced: boolean; dated?: boolean; paged?: boolean },
): Json {
  const names: ResponseHeader[] = [...ALWAYS];
  if (keyed) names.push(...CREDITS);
  if (keyed && status !== 401 && status !== 403) names.push(...LIMIT);
  const isAnswer = status >= 200 && status < 300;
  if (isAnswer || status === 304) names.push('ETag', ...(dated ? (['Last-Modified'] as const) : []));
  if (isAnswer && paged) names.push('Link');
  if (isAnswer && priced) names.push('X-Credits-Quote', 'Idempotency-Replayed');
  if (status === 429 || status === 503) names.push('Retry-After');
  if (status === 401 || status === 403) names.push('WWW-Authenticate');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
