import type { IndexInput, TableInput } from '../../search/format/types.js';
import { TextTableBuilder } from '../../search/index.js';
import type { Catalog } from '../../store/store.js';
import { EntityCollector } from './entity-collector.js';
import { listedNames } from './listed-names.js';

/** The table by which lookups find the number of a record. */
export type EntityIdTable = TableInput['texts'];

/**
 * Returns entities as documents of the search index. Documents are ranked by name. Records of federal publishers come after all
 * others, so that state registers come first; in both groups, inactive records come last. `ids` may be built concurrently.
 */
export async function entityIndexInput(
  catalog: Catalog,
  ids: Promise<EntityIdTable> = entityIdTable(catalog),
): Promise<IndexInput> {
  const entities = new EntityCollector(await listedNames(catalog.filings));
  for await (const batch of catalog.entities.scanFacets()) {
    for (const { number, facets } of batch) entities.add(number, facets);
  }
  return { ...entities.input(), tables: [{ name: 'id', texts: await ids }] };
}

export async function entityIdTable(catalog: Catalog): Promise<EntityIdTable> {
  const { max, pages } = catalog.entities.ids();
  const ids = new TextTableBuilder(max);
  for await (const page of pages) {
    for (const [at, id] of page.ids.entries()) ids.add(id, page.numbers[at] as number);
  }
  return ids;
}
