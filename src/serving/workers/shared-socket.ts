import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../platform/package-root.js';

/**
 * Returns another descriptor of a listening socket, owned by the calling thread alone. Threads that share a descriptor would
 * close it for each other, and its number may be a client's connection by then. Node duplicates descriptors only when it sends
 * them to another process, so a child process inherits the socket, sends it back and exits.
 */
export function duplicateSocket(descriptor: number): Promise<object> {
  const file = join(packageRoot(), 'dist/program/serving/workers/send-socket.js');
  const child = spawn(process.execPath, [file], {
    stdio: ['ignore', 'ignore', 'inherit', descriptor, 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (_, socket: unknown) => {
      if (typeof socket === 'object' && socket !== null) resolve(socket);
      else reject(new Error('The listening socket did not arrive.'));
    });
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`The listening socket was not sent: status ${status}.`)));
  });
}
