import type { Server, Socket } from 'node:net';

/*
 * Uses `_handle`, the field under which Node's sockets and servers keep libuv's handle. Node 20 to 26 have it. This
 * file ends when Node 22.12 is the oldest version that is supported: each thread can then listen by itself (`reusePort`).
 */

/** A listening server's socket in the table of open files. */
export function descriptorOf(server: Server): number {
  return (server as unknown as { readonly _handle: { readonly fd: number } })._handle.fd;
}

/** The handle of an inherited listening socket, as `process.send` takes it: a server would begin to accept on its way. */
export function handleOf(socket: Socket): Server {
  return (socket as unknown as { readonly _handle: Server })._handle;
}
