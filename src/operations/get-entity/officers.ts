import type { EntityData, Officer, OfficerOf } from '../../domain/entity.js';
import type { Subject } from './enrich/declare.js';
import { documentsOf, linkedRecords } from './enrich/linked.js';
import { FORM_990 } from './enrich/nonprofit.js';
import { SAM } from './enrich/sam.js';

/**
 * Officers of the record itself, then those of linked registrations, then those of linked returns. One for each
 * name and title; the first source wins (API.md section 2).
 */
export async function allOfficers(subject: Subject): Promise<EntityData['officers']> {
  const sam = await officersOf(subject, SAM, 'sam');
  const irs = await officersOf(subject, FORM_990, 'irs_990');
  return distinctOfficers([...subject.data.officers, ...sam, ...irs]);
}

/** Whether anything but the record itself can name officers: without a link nothing more is read. */
export function hasOfficersElsewhere({ links }: Pick<Subject, 'links'>): boolean {
  return links.some((link) => link.attached && (link.dataset === SAM || link.dataset === FORM_990));
}

async function officersOf(
  subject: Subject,
  dataset: string,
  source: OfficerOf['source'],
): Promise<OfficerOf[]> {
  if (!subject.links.some((link) => link.dataset === dataset && link.attached)) return [];
  const documents = documentsOf<{ officers: readonly Officer[] }>(await linkedRecords(subject, dataset));
  return documents.flatMap(({ officers }) => officers.map((officer) => ({ ...officer, source })));
}

/** Compared without case, blanks collapsed, nothing else folded. */
export function distinctOfficers(officers: EntityData['officers']): EntityData['officers'] {
  const first = new Map<string, EntityData['officers'][number]>();
  for (const officer of officers) {
    const key = `${officer.name}\n${officer.title ?? ''}`.replace(/[^\S\n]+/g, ' ').toLowerCase();
    if (!first.has(key)) first.set(key, officer);
  }
  return [...first.values()];
}
