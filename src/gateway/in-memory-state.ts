import { RunningKeys } from './charge.js';
import { NetworkCounts } from './network-counts.js';
import { RateWindow } from './rate-window.js';
import type { SharedState } from './shared-state.js';

/** Used by one thread; others send it messages. */
export function inMemoryState(): SharedState {
  const windows = new Map<string, SharedArrayBuffer>();
  const badKeys = new NetworkCounts();
  const visits = new NetworkCounts();
  const running = new RunningKeys();
  return {
    rateWindow: async (accountId) => {
      const memory = windows.get(accountId) ?? new SharedArrayBuffer(RateWindow.BYTES);
      windows.set(accountId, memory);
      return { memory, clock: null };
    },
    fillWindow: async () => undefined,
    countBadKey: async (network, max, at) => badKeys.add(network, max, at),
    countVisit: async (network, max, at) => visits.add(network, max, at),
    enter: async (name, request) => running.enter(name, request),
    leave: async (name) => running.leave(name),
  };
}
