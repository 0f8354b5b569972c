import { allOfficers } from '../../domain/people/officers.js';
import type { Catalog, Links } from '../../store/store.js';

const AT_ONCE = 1_000;

/**
 * Adds officers from changed links to the content that is indexed. Deletes only finished changes, so that an interrupted run
 * resumes. Returns the number of content versions it wrote.
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
