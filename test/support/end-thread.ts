import { once } from 'node:events';
import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/**
 * Ends a thread that serves HTTP, with whatever it has begun. `Worker.terminate()` may strike inside of Node's HTTP
 * parser, which now and then aborts the process as a whole; that case is for the tests that kill the process.
 */
export async function endThread(worker: Worker): Promise<void> {
  const session = new Session();
  session.connect();
  const expression = `process.getBuiltinModule('node:worker_threads').threadId === ${worker.threadId}
    && setImmediate(() => process.exit(1))`;
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) =>
    session.post('NodeWorker.sendMessageToWorker', { sessionId, message }),
  );
  const ended = once(worker, 'exit');
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await ended;
  session.disconnect();
}
