import type { EntityFacets } from '../../domain/entity.js';
import type { EntitySearchRequest } from './request.js';

/** Whether a record that is not asked of the index passes the request's filters, on the day `today` (YYYY-MM-DD). */
export function passes(
  { filters, formedFrom, formedTo }: EntitySearchRequest,
  facets: EntityFacets,
  today: string,
): boolean {
  const { formedDate, activeThrough } = facets;
  const held: Readonly<Record<string, string | null>> = {
    state: facets.state,
    activity: activeThrough === undefined ? facets.activity : activityOn(today, activeThrough),
    type: facets.typeClass,
    recordClass: facets.recordClass,
    subjectType: facets.subjectType,
    jurisdictionLevel: facets.jurisdictionLevel,
  };
  return (
    Object.entries(filters).every(([facet, value]) => value === undefined || held[facet] === value) &&
    (formedFrom === null || (formedDate !== null && formedDate >= formedFrom)) &&
    (formedTo === null || (formedDate !== null && formedDate <= formedTo))
  );
}

function activityOn(today: string, activeThrough: string): string {
  return activeThrough >= today ? 'active' : 'inactive';
}
