import type { MessagePort } from 'node:worker_threads';
import type { MainApi } from './protocol.js';

/** The service to one worker: an idempotency key that it claimed is free again when its thread has ended. */
export function forOneWorker(service: MainApi, port: MessagePort): MainApi {
  const claimed = new Set<string>();
  port.on('close', () => {
    for (const name of claimed) void service.leave(name).catch(() => undefined);
  });
  return {
    ...service,
    enter: async (name, request) => {
      const runs = await service.enter(name, request);
      if (runs === 'nobody') claimed.add(name);
      return runs;
    },
    leave: async (name) => {
      claimed.delete(name);
      await service.leave(name);
    },
  };
}
