import { once } from 'node:events';
import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

export interface ThreadEnder {
  end(worker: Worker): Promise<void>;
  close(): void;
}

/**
 * Ends threads that serve HTTP, with whatever they have begun. `Worker.terminate()` may strike inside of Node's HTTP
 * parser, which now and then aborts the process as a whole; that case is for the tests that kill the process.
 *
 * Made while no thread starts or ends: to attach to one that ends just then aborts the process, too.
 */
export function threadEnder(): ThreadEnder {
  const session = new Session();
  session.connect();
  const attached = new Set<string>();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => attached.add(sessionId));
  session.on('NodeWorker.detachedFromWorker', ({ params: { sessionId } }) => attached.delete(sessionId));
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return {
    end: async (worker) => {
      const expression = `process.getBuiltinModule('node:worker_threads').threadId === ${worker.threadId}
        && setImmediate(() => process.exit(1))`;
      const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
      const ended = once(worker, 'exit');
      for (const sessionId of attached) {
        session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
      }
      await ended;
    },
    close: () => session.disconnect(),
  };
}
