import { startThread } from '../../platform/threads/start-thread.js';
import type { PostgresOptions } from '../../store/engine/engine.js';

/** A lease by its name and token. */
export interface HeldLease {
  readonly name: string;
  readonly token: number;
}

/** Renews a lease periodically; resolves to a function that stops it. */
export type KeepLease = (
  lease: HeldLease & { renew(): Promise<boolean> },
  everyMs: number,
  leaseMs: number,
) => Promise<() => Promise<void>>;

/** Renews in a thread with its own connection. */
export function keepInThread(postgres: PostgresOptions): KeepLease {
  return async ({ name, token }, everyMs, leaseMs) => {
    const { worker, working } = startThread({
      name: 'renew',
      module: 'publishing/build/renew-thread.js',
      data: { postgres, lease: { name, token }, everyMs, leaseMs },
    });
    worker.unref();
    // If the thread ends, the process continues: the register decides whether the lease is valid.
    worker.on('error', () => undefined);
    await working;
    return async () => void (await worker.terminate());
  };
}
