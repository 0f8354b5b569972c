import { setTimeout as wait } from 'node:timers/promises';
import { ask } from '../measuring/asking.js';
import type { Serving } from '../measuring/child.js';
import { uniformPaths } from '../serving/lookup.js';
import type { BenchCluster } from './cluster.js';

const SECONDS = 8;
const AFTER_MS = 1_000;

interface Asked {
  readonly cluster: BenchCluster;
  readonly node: Serving;
  readonly key: string;
  readonly entities: number;
}

/**
 * p99 of lookups in a stretch in which the node goes on to each of the versions, beside the stretch before it in which
 * nothing happens. The node brings the pages of each version first, and is pinned to another one before.
 */
export async function* ratiosAcross(
  { cluster, node, key, entities }: Asked,
  versions: readonly number[],
): AsyncGenerator<{ readonly still: number; readonly switching: number }> {
  const asking = { url: node.url, key, pathsOf: uniformPaths(entities) };
  await ask(asking, SECONDS);
  for (const version of versions) {
    const still = await ask(asking, SECONDS);
    await cluster.register.publications.pin(version);
    const served = cluster.untilServed(node, version).then(() => wait(AFTER_MS));
    const switching = await ask(asking, Promise.all([served, wait(SECONDS * 1_000)]));
    yield { still: still.p99Ms, switching: switching.p99Ms };
  }
}
