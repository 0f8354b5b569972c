import type { IncomingMessage } from 'node:http';
import { ApiError } from '../contract/errors.js';
import { HttpError } from './errors.js';

/** Throws the 414. */
export function refuseLongUrl(request: IncomingMessage, mostBytes: number): void {
  if ((request.url?.length ?? 0) <= mostBytes) return;
  throw new ApiError('uri_too_long', `The path and query may be ${mostBytes} bytes long.`);
}

/** No operation reads a body. The connection closes: what follows on it would be the unread body. Throws the 415. */
export function refuseBody(request: IncomingMessage): void {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) return;
  throw new HttpError('unsupported_media_type', 'This operation reads no body.', ['Connection', 'close']);
}

/** Throws the 406 where `Accept` rules out JSON. */
export function refuseOtherTypes(request: IncomingMessage): void {
  const { accept } = request.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return;
  if (acceptsJson(accept)) return;
  throw new ApiError('not_acceptable', 'This operation answers with `application/json` only.');
}

/** The most specific range decides (RFC 9110, 12.5.1); a weight of 0 rules out. */
function acceptsJson(accept: string): boolean {
  const ranges = accept.toLowerCase().split(',').map(toRange);
  for (const type of ['application/json', 'application/*', '*/*']) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range) return range.accepted;
  }
  return false;
}

function toRange(text: string): { type: string; accepted: boolean } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  return { type, accepted: !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter)) };
}
