import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { nudgeGarbageCollection, nudgeReleaseOfMemory } from './internals/nudge-gc.js';

const LOOK_EVERY_MS = 1_500;
/** Below this share of time, a thread is idle: probes and timers take a thousandth. */
const IDLE_BELOW = 0.02;
/**
 * Collections age compiled code, and one that returns memory discards it. After a pause of 25 s, a lookup took 445 µs of
 * processor time with the latter, 180 without, 120 without a pause. So only the memory of the start is returned that way,
 * and pauses of less than 15 s cost nothing.
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
  let isStartup = true;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= IDLE_BELOW) {
      if (left < NUDGES) isStartup = false;
      left = NUDGES;
      looksToWait = isStartup ? 0 : LOOKS_BEFORE_NUDGE;
    } else if (looksToWait > 0) {
      looksToWait -= 1;
    } else if (left > 0) {
      left -= 1;
      if (spaceForNewObjects() <= SMALL_BYTES) return;
      if (isStartup) nudgeReleaseOfMemory();
      else nudgeGarbageCollection();
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function spaceForNewObjects(): number {
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;
}
