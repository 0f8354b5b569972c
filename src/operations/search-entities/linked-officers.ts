import type { EntityData } from '../../domain/entity.js';
import { allOfficers, hasLinkedOfficers, OFFICER_DATASETS } from '../../domain/people/officers.js';
import type { FoundEntity } from '../../store/store.js';
import type { Dependencies } from '../support/dependencies.js';
import { orWithoutLinks } from '../support/without-links.js';

/**
 * Number -> all officers, as the entity shows them, of those entities of the page that linked records name officers of.
 * One read tells which these are.
 */
export async function linkedOfficersAmong(
  found: readonly FoundEntity[],
  { catalog, links }: Pick<Dependencies, 'catalog' | 'links'>,
): Promise<ReadonlyMap<number, EntityData['officers']>> {
  const ids = found.map(({ id }) => id);
  const linked = await orWithoutLinks(() => links.linkedAmong(ids, OFFICER_DATASETS), new Set());
  const officers = new Map<number, EntityData['officers']>();
  for (const { id, number, document } of found) {
    if (!linked.has(id)) continue;
    const own = await orWithoutLinks(() => links.ofEntity(id), []);
    if (!hasLinkedOfficers(own)) continue;
    const data = JSON.parse(document) as EntityData;
    officers.set(number, await allOfficers(data.officers, own, catalog));
  }
  return officers;
}
