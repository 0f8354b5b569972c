import type { Pair } from '../../matching/compare/comparison.js';
import { city } from '../../matching/compare/place/city.js';
import { state } from '../../matching/compare/place/state.js';
import { street } from '../../matching/compare/place/street.js';
import { zip } from '../../matching/compare/place/zip.js';
import { verdictOf } from '../../matching/features.js';

/**
 * How closely the address of a record agrees with the one in the request. `town`: the town or the ZIP code agrees; `zip`: the
 * ZIP code; `door`: house number and street as well. `elsewhere`: town and ZIP code differ, as far as both sides have them.
 * `unknown`: neither can be compared.
 */
export type Nearness = (typeof NEARNESS)[number];

/** Nearest first. */
export const NEARNESS = ['door', 'zip', 'town', 'elsewhere', 'unknown'] as const;
export const NEAREST: readonly Nearness[] = NEARNESS.slice(0, 3);

export function nearness(pair: Pair): Nearness {
  const isRequested = pair.ours.address?.city !== '';
  const [town, code] = [isRequested ? verdictOf(city, pair) : 'unknown', verdictOf(zip, pair)];
  const isDoor = verdictOf(street, pair) === 'agree';
  if (town === 'unknown' && code === 'unknown') return isDoor ? 'door' : 'unknown';
  // The District is one town, so only a ZIP code locates a body in it.
  if (pair.theirs.address?.state === 'DC' && code !== 'agree' && code !== 'unknown') return 'elsewhere';
  if (verdictOf(state, pair) === 'conflict' || (town !== 'agree' && code !== 'agree')) return 'elsewhere';
  return isDoor ? 'door' : code === 'agree' ? 'zip' : 'town';
}

/**
 * The items nearest to the address in the request; empty if all are elsewhere or unknown. `areAll`: no others can be in the
 * town; if false, only an equal street address distinguishes one from the others.
 */
export function nearest<Item>(
  items: readonly Item[],
  nearnessOf: (item: Item) => Nearness,
  areAll: boolean,
): readonly Item[] {
  for (const near of areAll ? NEAREST : NEAREST.slice(0, 1)) {
    const there = items.filter((item) => nearnessOf(item) === near);
    if (there.length > 0) return there;
  }
  return [];
}
