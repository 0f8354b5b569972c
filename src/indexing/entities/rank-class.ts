import { LEAST_STANDING } from '../../domain/sec/standing.js';

/** A record whose name no listed company bears. */
export const UNLISTED = LEAST_STANDING + 1;
const STANDINGS = UNLISTED + 1;

/** The number of classes; the lowest class comes first. */
export const RANK_CLASSES = 4 * STANDINGS;

/** Federal records come last. In both groups inactive records come last; within these, listed names come first, the best-known ahead. */
export function rankClass(isFederal: boolean, isInactive: boolean, standing: number): number {
  return ((isFederal ? 2 : 0) + (isInactive ? 1 : 0)) * STANDINGS + standing;
}
