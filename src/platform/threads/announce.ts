import { parentPort } from 'node:worker_threads';
import { releaseMemoryWhenIdle } from '../idle-memory.js';
import { toSent } from './sent-error.js';

/** Starts the work of a thread, and reports the result to its parent. An idle thread releases memory. */
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
