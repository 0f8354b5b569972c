import { allOfficers } from '../../domain/people/officers.js';
import type { Catalog, Links } from '../../store/store.js';

const AT_ONCE = 1_000;

/**
 * Takes officers of changed links into the content that the index is made of. Only what is done is forgotten, so that a
 * run that was cut goes on where it ended. Returns how many content versions that made.
 */
export async function takeInLinkedOfficers(
  catalog: Pick<Catalog, 'datasets' | 'officers'>,
  links: Pick<Links, 'relinked' | 'forgetRelinked' | 'ofEntity'>,
  now: () => number,
): Promise<number> {
  let versions = 0;
  for (;;) {
    const { entities, upTo } = await links.relinked(AT_ONCE);
    if (entities.length === 0) return versions;
    const found = [];
    for (const { entity, isFirst } of entities) {
      const officers = await allOfficers([], await links.ofEntity(entity), catalog.datasets);
      found.push({ entity, names: [...new Set(officers.map(({ name }) => name))].sort(), isFirst });
    }
    if (await catalog.officers.put(found, now())) versions += 1;
    await links.forgetRelinked(upTo);
  }
}
