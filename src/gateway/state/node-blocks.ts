import type { Windows } from '../../store/store.js';
import { BlockMemory } from './block-memory.js';
import type { GatheredCounts, Given } from './gathered-counts.js';
import type { NodeClock } from './node-clock.js';

interface Parts {
  readonly windows: Pick<Windows, 'giveBack'>;
  readonly counts: GatheredCounts;
  readonly clock: NodeClock;
}

interface Window {
  readonly memory: SharedArrayBuffer;
  readonly blocks: BlockMemory;
  /** The number of used requests at the last look, and the time since which it has not changed. */
  seen: { readonly used: number; readonly since: number };
}

/** An account that does not ask for its block in this time gives it back. */
const IDLE_MS = 2_000;
/** A limit that is used up is asked for again after so long: a node may have given some back. */
const FULL_MS = 1_000;

/**
 * The blocks that this node took of the minute, account by account. While PostgreSQL does not answer, a node uses what it took and no
 * more: others may have taken the rest.
 */
export class NodeBlocks {
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
      if (waiting === 0) window.blocks.asked();
    }
  }

  /** Gives back what no request came for. */
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
    // If it is lost, the limit is reached early in this minute.
    await this.parts.windows.giveBack(minute, unused).catch(() => undefined);
  }

  #add({ blocks }: Window, limit: number, { minute, taken, held }: Given): void {
    const before = blocks.countOf(minute);
    blocks.add(minute, taken, Math.max(0, held - taken - before.taken));
    // A node that asked ahead of need is given nothing while it holds enough: that alone says nothing of the limit.
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
