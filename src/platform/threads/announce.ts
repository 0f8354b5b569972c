import { parentPort } from 'node:worker_threads';
import { toSent } from './sent-error.js';

/** Starts the work of a thread, and tells who started it how that went. */
export async function announce(work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
    parentPort?.postMessage(null);
  } catch (error) {
    parentPort?.postMessage(toSent(error));
    parentPort?.close();
  }
}
