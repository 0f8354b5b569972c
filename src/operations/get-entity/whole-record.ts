import type { Absence } from '../../domain/absence.js';
import type { EntityData } from '../../domain/entity.js';
import { allOfficers, type NoteRecord } from '../../domain/people/officers.js';
import { absentNow } from './absent.js';
import type { Subject } from './enrich/declare.js';
import { allFilings } from './filings.js';

/** A record with the officers and filings of linked records; calls `note` for these. */
export async function wholeRecord(
  subject: Subject,
  note?: NoteRecord,
): Promise<{ readonly record: EntityData; readonly absent: Absence }> {
  const { entity, data, links, dependencies } = subject;
  const officers = await allOfficers(data.officers, links, dependencies.catalog, note);
  const filings = await allFilings(subject, dependencies.catalog, note);
  const absent = absentBut({ officers, filings }, await absentNow(entity, links, dependencies));
  return { record: { ...data, officers, filings }, absent };
}

/** Fields that were found in linked records are not absent. */
function absentBut(found: Pick<EntityData, 'officers' | 'filings'>, absent: Absence): Absence {
  const reasons = Object.entries(absent);
  const isFound = (field: string) => (field === 'officers' || field === 'filings') && found[field].length > 0;
  return Object.fromEntries(reasons.filter(([field]) => !isFound(field)));
}
