import type { Cluster } from '../../store/engine/engine.js';
import { chainTo, oldestNeeded } from '../chain.js';
import { listVersions, type MissingParts, missingParts } from '../missing-parts.js';
import type { Objects } from '../objects/objects.js';
import { type Publication, partsOf } from '../publication.js';

const DAY_MS = 86_400_000;
const MIN_RETAINED = 10;
const REMOVED_AT_ONCE = 500;
const NOTHING: Swept = { versions: 0, objects: 0, missing: { parts: [], versions: [] } };

interface Sweeping {
  readonly objects: Objects;
  readonly cluster: Pick<Cluster<Publication>, 'publications' | 'nodes'>;
  readonly lease: { readonly token: number; renew(): Promise<boolean> };
}

export interface Swept {
  readonly versions: number;
  readonly objects: number;
  /** Parts that are missing in the store after the sweep. */
  readonly missing: MissingParts;
}

/**
 * Forgets versions that are older than a day and not among the last ten, unless a node may still update from one or a retained
 * version depends on it; then removes the objects that no version names. Does not remove objects of later lease holders, so a
 * process that was suspended does no harm.
 */
export async function sweep({ objects, cluster, lease }: Sweeping): Promise<Swept> {
  const { publications, nodes } = cluster;
  const list = await publications.list();
  const newest = list.at(-1);
  if (!newest) return NOTHING;
  const rows = await publications.after(0, newest.version);
  // By the register's clock, which just dated the newest version.
  const young = (publishedAt: number) => newest.publishedAt - publishedAt < DAY_MS;
  const retained = list.filter(
    ({ publishedAt, pinned }, at) => young(publishedAt) || pinned || at >= list.length - MIN_RETAINED,
  );
  const followed = (await nodes.list()).flatMap(({ version, seenMsAgo }) =>
    version !== null && seenMsAgo < DAY_MS ? [version + 1] : [],
  );
  const needed = retained.map(({ version }) => {
    const row = rows.find((one) => one.version === version);
    return (row && oldestNeeded(chainTo(row, rows))) ?? version;
  });
  const oldest = Math.min(newest.version, ...followed, ...needed);
  if (!(await lease.renew())) return NOTHING;
  const versions = await publications.forgetBefore(oldest);
  return { versions, ...(await compareWithStore(objects, cluster, lease)) };
}

/** Removes objects that no version names, and finds parts that are missing. */
async function compareWithStore(
  objects: Objects,
  { publications }: Sweeping['cluster'],
  lease: Sweeping['lease'],
): Promise<Omit<Swept, 'versions'>> {
  const listed = await listVersions(objects);
  // Read after the listing, so that it names objects published in between.
  const rows = await publications.after(0, Number.MAX_SAFE_INTEGER);
  const missing = await missingParts(objects, rows, listed);
  const named = new Set(rows.flatMap(partsOf).map(({ name }) => name));
  const unnamed = [...listed.keys()].filter((name) => !named.has(name) && tokenOf(name) <= lease.token);
  for (let at = 0; at < unnamed.length; at += REMOVED_AT_ONCE) {
    if (!(await lease.renew())) return { objects: at, missing };
    await objects.remove(unnamed.slice(at, at + REMOVED_AT_ONCE));
  }
  return { objects: unnamed.length, missing };
}

/** Returns the token in `v/<version>-<token>-<random>/…`; infinity for other names, which are not ours. */
function tokenOf(name: string): number {
  return Number(/^v\/\d+-(\d+)-[0-9a-f]+\//.exec(name)?.[1] ?? Number.POSITIVE_INFINITY);
}
