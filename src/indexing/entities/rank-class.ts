import type { EntityFacets } from '../../domain/entity-facets.js';
import { MIN_PROMINENCE } from '../../domain/nonprofit-prominence.js';
import { MIN_STANDING } from '../../domain/sec/standing.js';

/** A record whose name no listed company has. */
const UNLISTED = MIN_STANDING + 1;
const PLACES = UNLISTED + MIN_PROMINENCE + 1;

/** The number of classes; the lowest class comes first. */
export const RANK_CLASSES = 4 * PLACES;

/**
 * Returns the class of a record. Federal records come last. In both groups inactive records come last; within these, records of listed
 * names come first, the best-known ahead, then the others by prominence. `standing`: that of the listed name.
 */
export function rankClass(
  { jurisdictionLevel, activity, prominence = MIN_PROMINENCE }: EntityFacets,
  standing?: number,
): number {
  const group = (jurisdictionLevel === 'federal' ? 2 : 0) + (activity === 'inactive' ? 1 : 0);
  return group * PLACES + (standing ?? UNLISTED + prominence);
}
