import { Worker } from 'node:worker_threads';

/** Those that were started since they are watched, in order. */
export const threads: Worker[] = [];

export function watchThreads(): void {
  forgetThreads();
  process.on('worker', remember);
}

export function forgetThreads(): void {
  process.off('worker', remember);
  threads.length = 0;
}

/** Node starts some for itself at any time: those are of another class. */
function remember(worker: Worker): void {
  if (worker.constructor === Worker) threads.push(worker);
}
