import type { EntityData } from '../../domain/entity.js';
import type { NoteRecord } from '../../domain/people/officers.js';
import type { Dependencies } from '../support/dependencies.js';
import type { Subject } from './enrich/declare.js';

/** Data sets that hold filings of other sources' entities, by the entity's own id. */
export const FILING_DATASETS: readonly string[] = ['us_ny_entity_filings'];
/** Thirty days of it come at a time and all are kept; beyond this many the oldest are not shown. */
const MAX_FILINGS = 1_000;

type Filing = EntityData['filings'][number];

/** Filings of the record itself and those that a data set has of it, newest first; the undated last. */
export async function allFilings(
  { data, links }: Pick<Subject, 'data' | 'links'>,
  catalog: Pick<Dependencies['catalog'], 'getPartyRecords'>,
  note?: NoteRecord,
): Promise<EntityData['filings']> {
  const found: Filing[] = [...data.filings];
  for (const dataset of FILING_DATASETS) {
    const parties = links.flatMap((link) => (link.attached && link.dataset === dataset ? link.party : []));
    if (parties.length === 0) continue;
    const { records } = await catalog.getPartyRecords(dataset, parties, MAX_FILINGS);
    for (const { document, key } of records) {
      const filing = JSON.parse(document) as Filing;
      note?.(filing, dataset, key);
      found.push(filing);
    }
  }
  return found.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
}

/** Whether anything but the record itself can name filings: without a link nothing more is read. */
export function hasFilingsElsewhere({ links }: Pick<Subject, 'links'>): boolean {
  return links.some(({ attached, dataset }) => attached && FILING_DATASETS.includes(dataset));
}
