import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import { packageRoot } from '../platform/package-root.js';
import { fromSent, type SentError } from './sent-error.js';

export interface ThreadStart {
  /** A file of `threads/`. */
  readonly name: string;
  /** What the thread finds in `workerData`. */
  readonly data: object;
  /** Those among the data: they move to the thread. */
  readonly ports: readonly MessagePort[];
}

export interface StartingThread {
  /** There at once, so that it can be ended before it works. */
  readonly worker: Worker;
  /** Rejects with what the start failed with. The thread may live on then: its ports hold it. */
  readonly working: Promise<void>;
}

/** Starts a thread from the built program. */
export function startThread({ name, data, ports }: ThreadStart): StartingThread {
  const file = join(packageRoot(), 'dist/src/serving/threads', `${name}.js`);
  const worker = new Worker(file, { name, workerData: data, transferList: [...ports], execArgv: [] });
  const working = new Promise<void>((resolve, reject) => {
    worker.once('message', (sent: SentError | null) => {
      if (sent) reject(fromSent(sent));
      else resolve();
    });
    worker.on('error', reject);
    worker.once('exit', () => reject(new Error(`The ${name} thread ended before it worked.`)));
  });
  return { worker, working };
}
