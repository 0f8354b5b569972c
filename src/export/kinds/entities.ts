import type { EntityData } from '../../domain/entity.js';
import { allOfficers, OFFICER_DATASETS } from '../../domain/people/officers.js';
import { currentRecord } from '../../domain/records/current-record.js';
import { dayOf } from '../../domain/records/registration-status.js';
import { isoInstant } from '../../domain/time/instants.js';
import { allFilings, FILING_DATASETS } from '../../operations/get-entity/filings.js';
import { toIndexQuery } from '../../operations/search-entities/query.js';
import {
  EntityFilterQuery,
  type EntitySearchRequest,
  parseEntityFilter,
} from '../../operations/search-entities/request.js';
import type { IndexQuery } from '../../search/types.js';
import type { ExportedEntity } from '../../store/store.js';
import { defineKind, type ExportData } from './kind.js';

const LINKED = [...OFFICER_DATASETS, ...FILING_DATASETS];

/** One row for each record, as GET /entity shows it without what is included on request. */
export const entities = defineKind<EntitySearchRequest>({
  by: 'index',
  filters: EntityFilterQuery.schema.properties,
  readFilter: parseEntityFilter,
  count: (filter, { entities: index }, asOf) => index.search(queryOf(filter, asOf)).total,
  keys: (filter, { entities: index }, asOf) => index.keys(queryOf(filter, asOf)),
  read: async (keys, _filter, data) => {
    const found = await data.catalog.readEntities(Array.from(keys, Number));
    const linked = await data.links.linkedAmong(
      found.map(({ id }) => id),
      LINKED,
    );
    const texts: string[] = [];
    const sources = new Set<string>();
    for (const entity of found) {
      const text = linked.has(entity.id)
        ? await withLinked(entity, data)
        : rowText(currentRecord(entity, data.asOf));
      texts.push(text);
      sources.add(entity.sourceId);
    }
    return { texts, sources };
  },
});

/** A text that nothing meets stays as it is: nobody pays for rows of another name. */
function queryOf(filter: EntitySearchRequest, asOf: number): IndexQuery {
  return { ...toIndexQuery(filter, dayOf(asOf)), guess: false };
}

/** The stored text with two members more; it is an object that is never empty. */
function rowText({ document, sourceId, changedAt }: ExportedEntity): string {
  return `${document.slice(0, -1)},"source":"${sourceId}","lastUpdated":"${isoInstant(changedAt)}"}`;
}

/** Officers and filings of linked records are shown with the record. */
async function withLinked(stored: ExportedEntity, data: ExportData): Promise<string> {
  const { catalog, asOf } = data;
  const entity = currentRecord(stored, asOf);
  const links = await data.links.ofEntity(entity.id);
  const shown = JSON.parse(entity.document) as EntityData;
  const officers = await allOfficers(shown.officers, links, catalog);
  const filings = await allFilings({ data: shown, links }, catalog);
  return rowText({ ...entity, document: JSON.stringify({ ...shown, officers, filings }) });
}
