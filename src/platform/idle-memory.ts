import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { nudgeReleaseOfMemory } from './internals/nudge-gc.js';

const LOOK_EVERY_MS = 1_500;
/** Below this share of time, a thread is idle: probes and timers take a thousandth. */
const IDLE_BELOW = 0.02;
/**
 * A collection that returns memory also discards compiled code, and requests that follow pay for it: 168 instead of 106 µs of
 * processor time for a lookup. A pause of less than 15 s costs nothing.
 */
const LOOKS_BEFORE_NUDGE = 10;
/**
 * V8 shrinks the young generation at the end of a collection if little was allocated recently, so one
 * collection is rarely enough.
 */
const NUDGES = 8;
const SMALL_BYTES = 2 * 2 ** 20;

/**
 * Releases the memory that this thread needed while busy, once it is idle. V8 collects garbage only when a
 * program allocates, so an idle service would keep its startup memory (about 30 MB). Runs only after a busy
 * phase, in steps of at most 4 ms. Call the returned function to stop it.
 */
export function releaseMemoryWhenIdle(): () => void {
  let before = performance.eventLoopUtilization();
  let left = NUDGES;
  let looksToWait = 0;
  // What was compiled at startup is not needed again.
  let hasNudged = false;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= IDLE_BELOW) {
      left = NUDGES;
      looksToWait = hasNudged ? LOOKS_BEFORE_NUDGE : 0;
    } else if (looksToWait > 0) {
      looksToWait -= 1;
    } else if (left > 0) {
      hasNudged = true;
      left -= 1;
      if (spaceForNewObjects() > SMALL_BYTES) nudgeReleaseOfMemory();
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function spaceForNewObjects(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
}
