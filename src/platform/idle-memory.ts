import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics } from 'node:v8';
import { nudgeReleaseOfMemory } from './internals/nudge-gc.js';

const LOOK_EVERY_MS = 1_500;
/** A thread that worked for less of the time is idle: probes and timers take a thousandth. */
const IDLE_BELOW = 0.02;
/** V8 shrinks its space for new objects at the end of a collection, if little was made in the last seconds: so one is seldom enough. */
const NUDGES = 8;
const SMALL_BYTES = 2 * 2 ** 20;

/**
 * Gives back what this thread needed while it was busy, once it is idle: V8 looks for garbage only when a program allocates,
 * so a service that nobody asks would keep the space of its start (some 30 MB). Never while it is busy, and nothing more until
 * it was busy again; a collection goes in small steps of 4 ms at most. Call what it returns to end that.
 */
export function releaseMemoryWhenIdle(): () => void {
  let before = performance.eventLoopUtilization();
  let left = NUDGES;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= IDLE_BELOW) {
      left = NUDGES;
    } else if (left > 0) {
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
