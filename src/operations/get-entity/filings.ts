import type { EntityData } from '../../domain/entity.js';
import type { Subject } from './enrich/declare.js';
import { documentsOf, linkedRecords } from './enrich/linked.js';

/** Data sets that hold filings of other sources' entities, by the entity's own id. */
const FILINGS: readonly string[] = ['us_ny_entity_filings'];
/** Thirty days of it come at a time and all are kept; beyond this many the oldest are not shown. */
const MOST_FILINGS = 1_000;

type Filing = EntityData['filings'][number];

/** Filings of the record itself and those that a data set has of it, newest first; the undated last. */
export async function allFilings(subject: Subject): Promise<EntityData['filings']> {
  const found: Filing[] = [...subject.data.filings];
  for (const dataset of FILINGS.filter((id) => isLinkedTo(subject, id))) {
    found.push(...documentsOf<Filing>(await linkedRecords(subject, dataset, MOST_FILINGS)));
  }
  return found.sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
}

/** Whether anything but the record itself can name filings: without a link nothing more is read. */
export function hasFilingsElsewhere(subject: Pick<Subject, 'links'>): boolean {
  return FILINGS.some((dataset) => isLinkedTo(subject, dataset));
}

function isLinkedTo({ links }: Pick<Subject, 'links'>, dataset: string): boolean {
  return links.some((link) => link.dataset === dataset && link.attached);
}
