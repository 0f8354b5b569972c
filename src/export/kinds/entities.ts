import type { IncludeToken } from '../../contract/records/enrichment.js';
import type { EntityData } from '../../domain/entity.js';
import { allOfficers, OFFICER_DATASETS } from '../../domain/people/officers.js';
import { currentRecord, dayOf } from '../../domain/records/current-record.js';
import { isoInstant } from '../../domain/time/instants.js';
import { allFilings, FILING_DATASETS, readTokens } from '../../operations/get-entity/present.js';
import { toIndexQuery } from '../../operations/search-entities/query.js';
import {
  EntityFilterQuery,
  type EntitySearchRequest,
  parseEntityFilter,
} from '../../operations/search-entities/request.js';
import type { ExportedEntity } from '../../store/store.js';
import { defineKind, type ExportData, type Rows } from './kind.js';
import { KNOWN_SOURCES } from './known-sources.js';

const LINKED = [...OFFICER_DATASETS, ...FILING_DATASETS];

/** Fields that linked records extend, that depend on the date, or that are stored separately. */
const OF_LINKED = ['officers', 'filings'];
const OF_NOW = ['status', 'lastUpdated'];
const BESIDE = ['source', 'lastUpdated'];

/** One row for each record, as GET /entity shows it without what is included on request. */
export const entities = defineKind<EntitySearchRequest>({
  by: 'index',
  filters: EntityFilterQuery.schema.properties,
  readFilter: parseEntityFilter,
  index: 'entities',
  // A query without matches is not corrected, so that nobody pays for rows of another name.
  query: (filter, asOf) => toIndexQuery(filter, dayOf(asOf)),
  read: async (keys, _filter, data, { fields, include }) => {
    const numbers = Array.from(keys, Number);
    if (include.length > 0) return await withTokens(numbers, include, data);
    const found = await data.catalog.entities.readByNumber(numbers);
    const areRequested = (members: readonly string[]) =>
      fields === null || members.some((member) => fields.includes(member));
    const linked = areRequested(OF_LINKED) ? await linkedAmong(found, data) : NONE;
    const [isOfNow, isBeside] = [areRequested(OF_NOW), areRequested(BESIDE)];
    const texts: string[] = [];
    const sources = new Set<string>();
    for (const entity of found) {
      sources.add(entity.sourceId);
      if (linked.has(entity.id)) {
        texts.push(await withLinked(entity, data));
        continue;
      }
      const current = isOfNow ? currentRecord(entity, data.asOf) : entity;
      texts.push(isBeside ? rowText(current) : current.document);
    }
    return { texts, sources };
  },
});

const NONE: ReadonlySet<string> = new Set();

async function linkedAmong(
  found: readonly ExportedEntity[],
  { links }: ExportData,
): Promise<ReadonlySet<string>> {
  return await links.linkedAmong(
    found.map(({ id }) => id),
    LINKED,
  );
}

/** Reads what the tokens add, record by record. Throws if a token cannot be read: an export is complete or fails. */
async function withTokens(
  numbers: readonly number[],
  include: readonly IncludeToken[],
  data: ExportData,
): Promise<Rows> {
  const { catalog, links, asOf } = data;
  const dependencies = { catalog, links, sources: KNOWN_SOURCES, indexes: () => undefined, now: () => asOf };
  const texts: string[] = [];
  const sources = new Set<string>();
  for (const entity of await catalog.entities.getByNumber(numbers)) {
    sources.add(entity.sourceId);
    const row = JSON.parse(await withLinked(entity, data)) as object;
    const { values, outcomes } = await readTokens(entity, include, dependencies);
    texts.push(JSON.stringify({ ...row, ...values, enrichment: outcomes }));
  }
  return { texts, sources };
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
  const officers = await allOfficers(shown.officers, links, catalog.datasets);
  const filings = await allFilings({ data: shown, links }, catalog);
  return rowText({ ...entity, document: JSON.stringify({ ...shown, officers, filings }) });
}
