import { parentPort } from 'node:worker_threads';
import { releaseMemoryWhenIdle } from '../idle-memory.js';
import { toSent } from './sent-error.js';

/** Starts the work of a thread, and tells who started it how that went. An idle thread gives memory back until it ends. */
export async function announce(work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
    releaseMemoryWhenIdle();
    parentPort?.postMessage(null);
  } catch (error) {
    parentPort?.postMessage(toSent(error));
    parentPort?.close();
  }
}
