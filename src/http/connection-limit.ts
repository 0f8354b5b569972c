import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a process, counted by all of its servers in memory that their threads share. */
export interface ProcessConnections {
  readonly max: number;
  /** One 32-bit count for each server. */
  readonly counts: SharedArrayBuffer;
}

/** Counts the connections of the server in its `place`, and closes each one that is over the limit of the process. */
export function limitConnections(server: Server, { max, counts }: ProcessConnections, place: number): void {
  const all = new Int32Array(counts);
  // The thread before this one may have ended with open connections.
  Atomics.store(all, place, 0);
  server.on('connection', (socket: Socket) => {
    Atomics.add(all, place, 1);
    socket.once('close', () => Atomics.sub(all, place, 1));
    const open = all.reduce((sum, count) => sum + count, 0);
    if (open > max) socket.destroy();
  });
}
