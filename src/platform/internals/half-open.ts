import type { Server } from 'node:http';

/*
 * Uses `httpAllowHalfOpen`, a field of Node's server that no document names. Node 20 to 26 have it. This file ends
 * with the first version that takes this as an option of `createServer`; in one without the field such clients are cut off.
 */

/** A client that sends its request and ends its side of the connection gets its answer; Node would cut it off. */
export function answerHalfClosed(server: Server): void {
  (server as unknown as { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}
