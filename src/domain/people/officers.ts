import type { EntityData, Officer, OfficerOf } from '../entity.js';
import { isPlaceholder } from '../placeholder.js';

/** Data sets whose linked records name officers, in order of precedence. */
const OFFICER_SOURCES = [
  { dataset: 'us_sam_registrations', source: 'sam' },
  { dataset: 'us_irs_form_990', source: 'irs_990' },
] as const;

export const OFFICER_DATASETS: readonly string[] = OFFICER_SOURCES.map(({ dataset }) => dataset);

/** Maximum number of records of a data set read for one entity; the newest. */
const MAX_RECORDS = 25;

interface Link {
  readonly dataset: string;
  readonly party: string;
  readonly attached: boolean;
}

/** The part of the store that is read. */
interface PartyRecords {
  getPartyRecords(
    dataset: string,
    parties: readonly string[],
    max: number,
  ): Promise<{ readonly records: readonly { readonly key: string; readonly document: string }[] }>;
}

/** Called with the record that contains the item. */
export type NoteRecord = (item: object, dataset: string, key: string) => void;

/** Returns whether linked records may name officers: if not, nothing more is read. */
export function hasLinkedOfficers(links: readonly Link[]): boolean {
  return links.some(({ attached, dataset }) => attached && OFFICER_DATASETS.includes(dataset));
}

/**
 * Officers of the record itself, then of linked registrations, then of linked returns. One for each name and title; the first
 * source wins. Used by the entity, its search result and the index.
 */
export async function allOfficers(
  own: EntityData['officers'],
  links: readonly Link[],
  datasets: PartyRecords,
  note?: NoteRecord,
): Promise<EntityData['officers']> {
  return distinctOfficers([...own, ...(await linkedOfficers(links, datasets, note))]);
}

async function linkedOfficers(
  links: readonly Link[],
  datasets: PartyRecords,
  note?: NoteRecord,
): Promise<OfficerOf[]> {
  const found: OfficerOf[] = [];
  for (const { dataset, source } of OFFICER_SOURCES) {
    const parties = links.flatMap((link) => (link.attached && link.dataset === dataset ? link.party : []));
    if (parties.length === 0) continue;
    const { records } = await datasets.getPartyRecords(dataset, parties, MAX_RECORDS);
    for (const { document, key } of records) {
      const { officers = [] } = JSON.parse(document) as { officers?: readonly Officer[] };
      for (const officer of officers) {
        const named = { ...officer, source };
        note?.(named, dataset, key);
        found.push(named);
      }
    }
  }
  return found;
}

/** Removes duplicates (ignoring case and repeated spaces) and placeholders such as `NONE`. */
export function distinctOfficers(officers: EntityData['officers']): EntityData['officers'] {
  const first = new Map<string, EntityData['officers'][number]>();
  for (const officer of officers) {
    if (isPlaceholder(officer.name)) continue;
    const key = `${officer.name}\n${officer.title ?? ''}`.replace(/[^\S\n]+/g, ' ').toLowerCase();
    if (!first.has(key)) first.set(key, officer);
  }
  return [...first.values()];
}
