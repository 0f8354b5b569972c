import type { UnsignedEvidence } from '../../contract/records/evidence.js';
import type { EntityData } from '../../domain/entity.js';
import { datasetOfOfficers } from '../../domain/people/officers.js';
import type { Subject } from '../get-entity/enrich/declare.js';
import { filingDatasetsOf } from '../get-entity/filings.js';

export interface Asserted {
  /** Ids of the sources that assert something, the record's own first. */
  readonly sources: readonly string[];
  readonly assertions: UnsignedEvidence['assertions'];
}

/** Who asserts each field of the record; of lists each item. `record` is what `wholeRecord` makes of the subject. */
export function assertionsOf(record: EntityData, subject: Subject): Asserted {
  const sources = [subject.entity.sourceId];
  const placeOf = (source: string) => {
    const known = sources.indexOf(source);
    return known >= 0 ? known : sources.push(source) - 1;
  };
  const assertions = Object.entries(record).flatMap(([field, value]) => {
    if (!Array.isArray(value)) return [{ pointer: `/${field}`, origin: 0 }];
    return value.map((item, at) => ({
      pointer: `/${field}/${at}`,
      origin: placeOf(sourceOf(field, item, subject) ?? subject.entity.sourceId),
    }));
  });
  return { sources, assertions };
}

/** Undefined for what the record's own source says. */
function sourceOf(field: string, item: unknown, subject: Subject): string | undefined {
  const { data } = subject;
  switch (field) {
    case 'otherNames':
      return (item as NonNullable<EntityData['otherNames']>[number]).source;
    case 'officers': {
      const officer = item as EntityData['officers'][number];
      return data.officers.includes(officer) ? undefined : datasetOfOfficers(officer.source);
    }
    case 'filings':
      return data.filings.includes(item as EntityData['filings'][number])
        ? undefined
        : filingDatasetsOf(subject)[0];
    default:
      return undefined;
  }
}
