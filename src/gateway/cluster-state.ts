import type { Windows } from '../store/store.js';
import { BlockMemory } from './block-memory.js';
import { GatheredCounts, type Given } from './gathered-counts.js';
import { inMemoryState } from './in-memory-state.js';
import { NodeClock } from './node-clock.js';
import type { SharedState } from './shared-state.js';

/**
 * Exact over all nodes: requests per minute and invalid keys. Everything else is exact over the threads of
 * this node.
 */
export interface ClusterState extends SharedState {
  /** Number of nodes, as last read. */
  nodes(): number;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const ATTEND_EVERY_MS = 3_000;
const MAX_FULL_NETWORKS = 100_000;

/**
 * Used by one thread; others send it messages. Rejects requests and invalid keys that PostgreSQL cannot count
 * with `StateUnavailableError`.
 */
export async function clusterState(windows: Windows): Promise<ClusterState> {
  let nodes = 1;
  const attend = async () => {
    nodes = await windows.attend().catch(() => nodes);
  };
  await attend();
  const memory = NodeClock.memory();
  const clock = new NodeClock(memory);
  const counts = new GatheredCounts(windows, clock);
  const blocks = new NodeBlocks({ windows, counts, clock });
  const timers = [regularly(() => blocks.giveBackIdle(), LOOK_EVERY_MS), regularly(attend, ATTEND_EVERY_MS)];
  return {
    ...inMemoryState(),
    rateWindow: async (name) => ({ memory: blocks.memoryOf(name), clock: memory }),
    fillWindow: (name, limit, waiting) => blocks.fill(name, limit, waiting),
    countBadKey: badKeyCounter(counts, clock),
    nodes: () => nodes,
    close: async () => {
      for (const stop of timers) await stop();
      await blocks.giveBackAll();
      await windows.leave().catch(() => undefined);
    },
  };
}

/** Counted individually, never in advance. A network at its limit is not checked again in that minute. */
function badKeyCounter(counts: GatheredCounts, clock: NodeClock): SharedState['countBadKey'] {
  const full = new Map<string, number>();
  return async (network, max) => {
    if (full.get(network) === clock.minute()) return false;
    const question = { limit: max, waiting: 1, unused: null } as const;
    const { given, place } = await counts.ask(`bad ${network}`, question);
    if (given.held >= max) {
      if (full.size >= MAX_FULL_NETWORKS) full.clear();
      full.set(network, given.minute);
    }
    return place < given.taken;
  };
}

/** One at a time. Returns a function that stops it and resolves when the last one has ended. */
function regularly(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Retried next time.
    running ??= work()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

interface Parts {
  readonly windows: Pick<Windows, 'giveBack'>;
  readonly counts: GatheredCounts;
  readonly clock: NodeClock;
}

interface Window {
  readonly memory: SharedArrayBuffer;
  readonly blocks: BlockMemory;
  /** The number of used requests at the last check, and since when it has not changed. */
  seen: { readonly used: number; readonly since: number };
}

/** An account that does not use its block for this time returns it. */
const IDLE_MS = 2_000;
/** A used-up limit is checked again after this time, because another node may have returned a block. */
const FULL_MS = 1_000;

/**
 * The blocks that this node reserved for the minute, per account. If PostgreSQL does not respond, the node
 * uses only these, because others may have reserved the rest.
 */
class NodeBlocks {
  readonly #windows = new Map<string, Window>();

  constructor(private readonly parts: Parts) {}

  memoryOf(name: string): SharedArrayBuffer {
    return this.#window(name).memory;
  }

  /** See `FillWindow`. Rejects with `StateUnavailableError`. */
  async fill(name: string, limit: number, waiting: 0 | 1): Promise<void> {
    const { clock, counts } = this.parts;
    const window = this.#window(name);
    const unused = () => {
      const { taken, used } = window.blocks.countOf(clock.minute());
      return taken - used;
    };
    const first = (given: Given) => this.#add(window, limit, given);
    try {
      await counts.ask(name, { limit, waiting, unused, first });
    } finally {
      if (waiting === 0) window.blocks.request();
    }
  }

  /** Returns unused blocks. */
  async giveBackIdle(): Promise<void> {
    const minute = this.parts.clock.minute();
    const now = performance.now();
    await this.#giveBack(minute, ({ blocks, seen }, set) => {
      const { used } = blocks.countOf(minute);
      if (used !== seen.used) set({ used, since: now });
      return used === seen.used && now - seen.since >= IDLE_MS;
    });
  }

  async giveBackAll(): Promise<void> {
    await this.#giveBack(this.parts.clock.minute(), () => true);
  }

  async #giveBack(
    minute: number,
    isIdle: (window: Window, see: (seen: Window['seen']) => void) => boolean,
  ): Promise<void> {
    const unused = new Map<string, number>();
    for (const [name, window] of this.#windows) {
      const see = (seen: Window['seen']) => {
        window.seen = seen;
      };
      if (!isIdle(window, see)) continue;
      const count = window.blocks.takeUnused(minute);
      if (count > 0) unused.set(name, count);
    }
    // If this is lost, the limit is reached early in this minute.
    await this.parts.windows.giveBack(minute, unused).catch(() => undefined);
  }

  #add({ blocks }: Window, limit: number, { minute, taken, held }: Given): void {
    const before = blocks.countOf(minute);
    blocks.add(minute, taken, Math.max(0, held - taken - before.taken));
    // A node that reserves in advance gets nothing while it has enough; that does not mean that the limit is
    // used up.
    const isUsedUp = taken === 0 && held >= limit && before.used >= before.taken;
    blocks.fullUntil = isUsedUp ? this.parts.clock.now() + FULL_MS : 0;
  }

  #window(name: string): Window {
    const known = this.#windows.get(name);
    if (known) return known;
    const memory = new SharedArrayBuffer(BlockMemory.BYTES);
    const seen = { used: 0, since: performance.now() };
    const window = { memory, blocks: new BlockMemory(memory), seen };
    this.#windows.set(name, window);
    return window;
  }
}
