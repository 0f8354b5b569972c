import type { EntityData } from '../domain/entity.js';
import { shareableOf } from '../domain/records/sharing.js';
import type { Catalog, Links, SharedEntity } from '../store/store.js';
import type { Freshness } from './changes/freshness.js';
import { StaleKeys } from './decisions/stale-keys.js';

/**
 * Updates the attributes that entities share to the content `version`. Writes only entities whose content changed, and reads
 * only touched ones if the catalog knows them.
 */
export async function reshare(
  catalog: Catalog,
  links: Links,
  freshness: Freshness,
  { version, at, onRead }: { version: number; at: number; onRead: (entities: number) => void },
): Promise<void> {
  const since = await freshness.sharedSince();
  const changes = since === undefined ? undefined : await catalog.content.changesSince(since);
  if (changes !== undefined) await shareTouched(catalog, links, changes.entities);
  else {
    await freshness.sharingBegins();
    await shareAll(catalog, links, { isUnindexed: since === undefined, onRead });
  }
  await freshness.reshared({ version, at });
}

const AT_ONCE = 500;

async function shareTouched(catalog: Catalog, links: Links, numbers: readonly number[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const touched = await catalog.entities.getByNumber(numbers.slice(from, from + AT_ONCE));
    const known = await links.sharedHashes(touched.map(({ id }) => id));
    const live = touched.filter(({ goneSince }) => goneSince === null);
    const changed = live.filter(({ id, hash }) => known.get(id) !== hash);
    const gone = touched.flatMap(({ id, goneSince }) => (goneSince !== null && known.has(id) ? [id] : []));
    if (changed.length === 0 && gone.length === 0) continue;
    await links.putShared(changed.map(sharedOf));
    await links.dropShared(gone);
  }
}

interface Sharing {
  /** An earlier run loaded records without indexing them. */
  readonly isUnindexed: boolean;
  readonly onRead: (entities: number) => void;
}

async function shareAll(catalog: Catalog, links: Links, { isUnindexed, onRead }: Sharing): Promise<void> {
  const leftovers = new StaleKeys(links.knownShared());
  let isChanged = false;
  let entities = 0;
  const load = async (changed: readonly SharedEntity[], gone: readonly string[]) => {
    if (changed.length === 0 && gone.length === 0) return;
    if (await links.loadShared(changed, gone)) isChanged = true;
  };
  for await (const page of catalog.entities.scanForLinking()) {
    const ids = page.map(({ id }) => id);
    const known = await links.sharedHashes(ids);
    leftovers.meet(ids, known);
    await load(page.filter(({ id, hash }) => known.get(id) !== hash).map(sharedOf), []);
    entities += page.length;
    onRead(entities);
  }
  for await (const left of leftovers.pages()) await load([], left);
  if (isChanged || isUnindexed) await links.indexShared();
}

function sharedOf({ id, hash, document }: { id: string; hash: string; document: string }): SharedEntity {
  const keys = shareableOf(JSON.parse(document) as EntityData).map(({ kind, key }) => ({ kind, key }));
  return { entity: id, hash, keys };
}
