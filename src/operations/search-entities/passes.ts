import { ENTITY_FACETS, type EntityFacets } from '../../domain/entity-facets.js';
import type { EntitySearchRequest } from './request.js';

/** Whether a record that is not asked of the index passes the request's filters, on the day `today` (YYYY-MM-DD). */
export function passes(
  { filters, formedFrom, formedTo }: EntitySearchRequest,
  facets: EntityFacets,
  today: string,
): boolean {
  const { formedDate, activeThrough } = facets;
  const activity = activeThrough === undefined ? null : activityOn(today, activeThrough);
  return (
    ENTITY_FACETS.every(({ facet, of }) => {
      const held = facet === 'activity' && activity !== null ? activity : of(facets);
      return filters[facet] === undefined || held === filters[facet];
    }) &&
    (formedFrom === null || (formedDate !== null && formedDate >= formedFrom)) &&
    (formedTo === null || (formedDate !== null && formedDate <= formedTo))
  );
}

function activityOn(today: string, activeThrough: string): string {
  return activeThrough >= today ? 'active' : 'inactive';
}
