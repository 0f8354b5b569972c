import type { Server, Socket } from 'node:net';

/*
 * Uses `_handle`, Node's internal handle of sockets and servers (Node 20 to 26). Delete this file when Node
 * 22.12 is the minimum version: threads can then listen with `reusePort`.
 */

/** The file descriptor of a listening server. */
export function descriptorOf(server: Server): number {
  return (server as unknown as { readonly _handle: { readonly fd: number } })._handle.fd;
}

/** The handle of an inherited listening socket, for `process.send`; a server object would start to accept. */
export function handleOf(socket: Socket): Server {
  return (socket as unknown as { readonly _handle: Server })._handle;
}
