import type { Windows } from '../../store/store.js';
import { GatheredCounts } from './gathered-counts.js';
import { inMemoryState } from './in-memory-state.js';
import { NodeBlocks } from './node-blocks.js';
import { NodeClock } from './node-clock.js';
import type { SharedState } from './shared-state.js';

/** Exact over all nodes: requests a minute and bad keys. The rest is exact over the threads of this node. */
export interface ClusterState extends SharedState {
  /** How many nodes there are, as last heard. */
  nodes(): number;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const ATTEND_EVERY_MS = 3_000;
const FULL_NETWORKS_MOST = 100_000;

/**
 * Kept by one thread; others reach it through messages. Requests and bad keys that PostgreSQL cannot count are refused with
 * `StateUnavailableError`.
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

/** One by one, and none ahead of need. A network that has used its limit up is not asked for again in that minute. */
function badKeyCounter(counts: GatheredCounts, clock: NodeClock): SharedState['countBadKey'] {
  const full = new Map<string, number>();
  return async (network, most) => {
    if (full.get(network) === clock.minute()) return false;
    const question = { limit: most, waiting: 1, unused: null } as const;
    const { given, place } = await counts.ask(`bad ${network}`, question);
    if (given.held >= most) {
      if (full.size >= FULL_NETWORKS_MOST) full.clear();
      full.set(network, given.minute);
    }
    return place < given.taken;
  };
}

/** Once at a time. Returns what ends it, and resolves when the last has ended. */
function regularly(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // It is tried again the next time.
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
