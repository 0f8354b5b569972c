import { startThread } from '../../platform/threads/start-thread.js';
import type { PostgresOptions } from '../../store/engine/engine.js';

/** A lease by its name and token. */
export interface HeldLease {
  readonly name: string;
  readonly token: number;
}

/** Renews a lease from now on; gives the function that ends that. */
export type KeepLease = (
  lease: HeldLease & { renew(): Promise<boolean> },
  everyMs: number,
  leaseMs: number,
) => Promise<() => Promise<void>>;

/** In a thread with a connection of its own. */
export function keepInThread(postgres: PostgresOptions): KeepLease {
  return async ({ name, token }, everyMs, leaseMs) => {
    const { worker, working } = startThread({
      name: 'renew',
      module: 'publishing/build/renew-thread.js',
      data: { postgres, lease: { name, token }, everyMs, leaseMs },
    });
    worker.unref();
    // A thread that ends keeps the process from nothing: the register decides.
    worker.on('error', () => undefined);
    await working;
    return async () => void (await worker.terminate());
  };
}
