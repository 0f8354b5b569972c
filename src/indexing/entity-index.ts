import type { EntityFacets } from '../domain/entity.js';
import { TextTableBuilder } from '../search/index.js';
import type { IndexInput } from '../search/types.js';
import type { Catalog } from '../store/store.js';
import { EntityCollector } from './entity-collector.js';

/**
 * Entities as documents of the search index. Documents are ranked by name, records of federal publishers after
 * all others, so that a state's own register stands first.
 */
export async function entityIndexInput(catalog: Catalog): Promise<IndexInput> {
  const entities = new EntityCollector();
  for await (const batch of catalog.scanEntities()) {
    for (const { number, facets } of batch) entities.add(number, JSON.parse(facets) as EntityFacets);
  }
  return { ...entities.input(), tables: [{ name: 'id', texts: await idsOf(catalog) }] };
}

/** By which lookups find the number of a record. */
async function idsOf(catalog: Catalog): Promise<TextTableBuilder> {
  const { most, pages } = catalog.entityIds();
  const ids = new TextTableBuilder(most);
  for await (const page of pages) {
    for (const [at, id] of page.ids.entries()) ids.add(id, page.numbers[at] as number);
  }
  return ids;
}
