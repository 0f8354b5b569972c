import { BlockWindow } from './block-window.js';
import { NodeClock } from './node-clock.js';
import { RateWindow, type RequestWindow } from './rate-window.js';
import type { SharedState } from './shared-state.js';

/** The window of this name, for one thread. */
export async function openWindow(
  name: string,
  shared: Pick<SharedState, 'rateWindow' | 'fillWindow'>,
): Promise<RequestWindow> {
  const { memory, clock } = await shared.rateWindow(name);
  if (clock === null) return new RateWindow(memory);
  return new BlockWindow(memory, new NodeClock(clock), (limit, waiting) =>
    shared.fillWindow(name, limit, waiting),
  );
}
