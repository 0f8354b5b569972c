import { BlockMemory } from './block-memory.js';
import { shortMinute } from './block-word.js';
import { NodeClock } from './node-clock.js';
import { MINUTE_MS, type RateLimit, RateWindow, type RequestWindow, rateAt } from './rate-window.js';
import type { SharedState } from './shared-state.js';

/**
 * Reserves more requests for the minute; `waiting`: whether a request needs one now. Resolves when the memory
 * contains the result; rejects with `StateUnavailableError`.
 */
type FillWindow = (limit: number, waiting: 0 | 1) => Promise<void>;

/** Blocks smaller than this are not reserved in advance. */
const MIN_AHEAD = 4;

/**
 * One account's requests on one of several nodes. The node reserves blocks of the minute's limit, which all
 * nodes share, so the limit is never exceeded. Most requests are counted locally.
 */
class BlockWindow implements RequestWindow {
  readonly #memory: BlockMemory;

  constructor(
    memory: SharedArrayBuffer,
    private readonly clock: NodeClock,
    private readonly fill: FillWindow,
  ) {
    this.#memory = new BlockMemory(memory);
  }

  take(limit: number): RateLimit | Promise<RateLimit> {
    return this.#takeHere(limit) ?? this.#takeMore(limit);
  }

  async #takeMore(limit: number): Promise<RateLimit> {
    for (;;) {
      await this.fill(limit, 1);
      const rate = this.#takeHere(limit);
      if (rate) return rate;
    }
  }

  /** Undefined: nothing is reserved, but the limit may not be used up. */
  #takeHere(limit: number): RateLimit | undefined {
    const memory = this.#memory;
    for (;;) {
      const now = this.clock.now();
      const count = memory.count;
      const minute = standing(count.minute, Math.floor(now / MINUTE_MS));
      if (minute === undefined) return undefined;
      if (count.used >= Math.min(count.taken, limit)) {
        if (count.used < limit && memory.fullUntil <= now) return undefined;
        return rateAt({ limit, remaining: 0, exceeded: true, minute, at: now });
      }
      const used = count.used + 1;
      if (!memory.replace(count, { ...count, used })) continue;
      this.#lookAhead(limit, count.taken - used, now);
      const remaining = Math.max(0, limit - memory.others - used);
      return rateAt({ limit, remaining, exceeded: false, minute, at: now });
    }
  }

  #lookAhead(limit: number, unused: number, now: number): void {
    const { lastBlock, fullUntil } = this.#memory;
    if (lastBlock < MIN_AHEAD || unused > lastBlock / 2 || fullUntil > now) return;
    if (this.#memory.mayAsk()) void this.fill(limit, 0).catch(() => undefined);
  }
}

/** The reserved minute if it is current, or the next, which the server's clock may have reached first. */
function standing(held: number, present: number): number | undefined {
  return [present, present + 1].find((minute) => shortMinute(minute) === held);
}

/** Returns the window of this name, for one thread. */
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
