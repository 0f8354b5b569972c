import { ENTITY_FACETS, type EntityFacet, type EntityFacets } from '../../domain/entity-facets.js';
import type { EntitySearchRequest } from './request.js';

/** Whether a record that is not asked of the index passes the request's filters, on the day `today` (YYYY-MM-DD). */
export function passes(
  { filters, formedFrom, formedTo }: EntitySearchRequest,
  facets: EntityFacets,
  today: string,
): boolean {
  const { formedDate } = facets;
  return (
    ENTITY_FACETS.every(
      ({ facet }) => filters[facet] === undefined || heldValue(facet, facets, today) === filters[facet],
    ) &&
    (formedFrom === null || (formedDate !== null && formedDate >= formedFrom)) &&
    (formedTo === null || (formedDate !== null && formedDate <= formedTo))
  );
}

/** The value of a record on the day `today`; null where it has none. */
export function heldValue(facet: EntityFacet, facets: EntityFacets, today: string): string | null {
  const { activeThrough } = facets;
  if (facet === 'activity' && activeThrough !== undefined) return activityOn(today, activeThrough);
  return ENTITY_FACETS.find((one) => one.facet === facet)?.of(facets) ?? null;
}

function activityOn(today: string, activeThrough: string): string {
  return activeThrough >= today ? 'active' : 'inactive';
}
