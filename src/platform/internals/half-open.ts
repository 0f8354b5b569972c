import type { Server } from 'node:http';

/*
 * Uses `httpAllowHalfOpen`, an undocumented field of Node's server (Node 20 to 26). Delete this file when
 * `createServer` has such an option. Without the field, half-closing clients are disconnected.
 */

/** A client that half-closes its connection after the request gets its response; Node would disconnect it. */
export function answerHalfClosed(server: Server): void {
  (server as unknown as { httpAllowHalfOpen: boolean }).httpAllowHalfOpen = true;
}
