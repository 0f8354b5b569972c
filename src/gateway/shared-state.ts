import { BadKeyCounts } from './identity/bad-keys.js';
import { RunningKeys, type WhoRuns } from './metering/idempotency.js';
import { RateWindow } from './rate-window.js';

/** What must be exact over all threads of a service. */
export interface SharedState {
  /** Memory of an account's `RateWindow`: the same for everybody who asks. */
  rateWindow(accountId: string): Promise<SharedArrayBuffer>;
  /** False, and not counted, where there are `most` in this minute already. */
  countBadKey(network: string, most: number, at: number): Promise<boolean>;
  /** Claims an idempotency key, unless it is claimed. */
  enter(name: string, request: string): Promise<WhoRuns>;
  leave(name: string): Promise<void>;
}

/** Kept by one thread; others reach it through messages. */
export function sharedState(): SharedState {
  const windows = new Map<string, SharedArrayBuffer>();
  const badKeys = new BadKeyCounts();
  const running = new RunningKeys();
  return {
    rateWindow: async (accountId) => {
      const memory = windows.get(accountId) ?? new SharedArrayBuffer(RateWindow.BYTES);
      windows.set(accountId, memory);
      return memory;
    },
    countBadKey: async (network, most, at) => badKeys.add(network, most, at),
    enter: async (name, request) => running.enter(name, request),
    leave: async (name) => running.leave(name),
  };
}
