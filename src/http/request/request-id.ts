import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Tells ids of this process from those of others and of earlier starts. */
const REQUEST_ID_PREFIX = randomBytes(6).toString('hex');
let requestCount = 0;

/** The client's own id where it is sane, else a new one, unique over processes and starts. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && SANE_REQUEST_ID.test(sent)) return sent;
  requestCount += 1;
  return `${REQUEST_ID_PREFIX}-${requestCount.toString(36)}`;
}
