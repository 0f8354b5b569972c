import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections of a process, counted by all servers in memory shared by their threads. */
export interface ProcessConnections {
  readonly max: number;
  /** One 32-bit count for each server. */
  readonly counts: SharedArrayBuffer;
}

/** Counts the server's connections at its `place`, and closes those over the process limit. */
export function limitConnections(server: Server, { max, counts }: ProcessConnections, place: number): void {
  const all = new Int32Array(counts);
  // The previous thread may have ended with open connections.
  Atomics.store(all, place, 0);
  server.on('connection', (socket: Socket) => {
    Atomics.add(all, place, 1);
    socket.once('close', () => Atomics.sub(all, place, 1));
    const open = all.reduce((sum, count) => sum + count, 0);
    if (open > max) socket.destroy();
  });
}
