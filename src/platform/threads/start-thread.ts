import { join } from 'node:path';
import { MessagePort, Worker, type WorkerOptions } from 'node:worker_threads';
import { packageRoot } from '../package-root.js';
// A native module that only a thread has loaded ends the process when that thread ends.
import '../sqlite-module.js';
import { type ErrorClass, fromSent, type SentError } from './sent-error.js';

interface ThreadStart {
  /** In the log and in stack traces. */
  readonly name: string;
  /** Its module, from `src/` on: `serving/threads/http.js`. It reports its start by `announce`. */
  readonly module: string;
  /** The `workerData` of the thread. Ports in it move to the thread. */
  readonly data: object;
  /** Errors of these classes keep their class if the start fails with one. */
  readonly errors?: readonly ErrorClass[];
  /** For values that live shortly, in MB; 48 if omitted. */
  readonly youngMb?: number;
}

export interface StartingThread {
  /** There at once, so that it can be ended before it works. */
  readonly worker: Worker;
  /** Rejects with what the start failed with, once the thread has ended. */
  readonly working: Promise<void>;
}

/** Makes a thread of a module of the built program, whose path begins below `src/`. All threads are made here. */
export function makeThread(module: string, options: WorkerOptions): Worker {
  return new Worker(join(packageRoot(), 'dist/program', module), { execArgv: [], ...options });
}

/** Starts a thread from the built program. */
export function startThread(start: ThreadStart): StartingThread {
  const { name, module, data, errors = [], youngMb } = start;
  const ports = Object.values(data).filter((value) => value instanceof MessagePort);
  const worker = makeThread(module, {
    ...{ name, workerData: data, transferList: ports },
    ...(youngMb !== undefined && { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
  });
  const working = new Promise<void>((resolve, reject) => {
    let failure = new Error(`The ${name} thread ended before it was ready.`);
    worker.once('message', (sent: SentError | null) => {
      if (!sent) return resolve();
      failure = fromSent(sent, errors);
      // The ports that it has opened by then would keep it.
      void worker.terminate();
    });
    worker.on('error', (error) => {
      failure = error;
    });
    worker.once('exit', () => reject(failure));
  });
  return { worker, working };
}
