import { invalidParams } from '../../contract/errors.js';
import type { SourceFacts } from '../../domain/source-facts.js';
import type { Catalog, ChangeFilter } from '../../store/store.js';
import { quoted } from '../query/query.js';
import { otherSpellings } from '../support/other-spellings.js';
import { ACCESSION } from './request.js';

/**
 * Returns the filter with the id under which the entity is stored. Ids of filings and sources stay as they are. Throws the 400 if
 * no loaded source contains the entity: a filter by its id would never match an event.
 */
export async function withStoredId(
  filter: ChangeFilter,
  {
    catalog,
    sources,
  }: { readonly catalog: Pick<Catalog, 'entities'>; readonly sources: ReadonlyMap<string, SourceFacts> },
): Promise<ChangeFilter> {
  const { id } = filter;
  if (id === undefined || sources.has(id) || ACCESSION.test(id)) return filter;
  for (const spelling of [id, ...otherSpellings(id, sources)]) {
    const entity = await catalog.entities.get(spelling);
    if (entity) return { ...filter, id: entity.id };
  }
  throw invalidParams({
    parameter: 'id',
    message: `must be the id of a loaded record; no loaded source contains ${quoted(id)}.`,
  });
}
