import type { EntityData } from '../../domain/entity.js';
import { shareableOf } from '../../domain/sharing.js';
import type { Catalog, Links } from '../../store/store.js';

/** Brings what entities share up to date: only entities whose content changed are written. */
export async function reshare(
  catalog: Catalog,
  links: Links,
  beforeFirstChange: () => Promise<void>,
): Promise<void> {
  let changedBefore = false;
  const known = new Map(await links.sharedHashes());
  for await (const page of catalog.scanLinkEntities()) {
    const changed = page.filter(({ id, hash }) => known.get(id) !== hash);
    const entities = changed.map(({ id, hash, document }) => ({
      entity: id,
      hash,
      keys: shareableOf(JSON.parse(document) as EntityData).map(({ kind, key }) => ({ kind, key })),
    }));
    if (entities.length > 0) {
      if (!changedBefore) await beforeFirstChange();
      changedBefore = true;
      await links.putShared(entities);
    }
    for (const { id } of page) known.delete(id);
  }
  if (known.size > 0 && !changedBefore) await beforeFirstChange();
  await links.dropShared([...known.keys()]);
}
