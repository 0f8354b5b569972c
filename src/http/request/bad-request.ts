import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../contract/errors.js';

/** Node keeps the first of several `Host` lines and says nothing; a proxy may have kept another. Throws the 400 (RFC 9112, 3.2). */
export function refuseSecondHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  if (hosts > 1) throw new ApiError('invalid_params', 'A request has one Host header.');
}

const HOST = 'host';
