import { LEAST_STANDING } from '../../domain/sec/standing.js';

/** A record whose name no listed company bears. */
export const UNLISTED = LEAST_STANDING + 1;
const STANDINGS = UNLISTED + 1;

/** So many classes there are; those of the lesser one stand first. */
export const RANK_CLASSES = 4 * STANDINGS;

/** Federal records last, of each those that are active no more, of these listed names first, the best-known one before the others. */
export function rankClass(isFederal: boolean, isInactive: boolean, standing: number): number {
  return ((isFederal ? 2 : 0) + (isInactive ? 1 : 0)) * STANDINGS + standing;
}
