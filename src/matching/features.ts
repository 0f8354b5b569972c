import type { Comparison, Pair, Verdict } from './compare/comparison.js';
import { bestNames } from './compare/name/names.js';
import { nearestAddress } from './compare/place/street.js';
import { COMPARISONS } from './comparisons.js';
import type { Population } from './population/population.js';
import type { Prepared } from './records/prepare.js';

/** The names of all features, in the order of their values. */
export const FEATURES: readonly string[] = COMPARISONS.flatMap((comparison) => comparison.features);

/** 1 for a feature that only counts for a pair, -1 for one that only counts against it. */
export const SIGNS: readonly number[] = COMPARISONS.flatMap((comparison) =>
  comparison.features.map((feature) => (comparison.against.includes(feature) ? -1 : 1)),
);

/** Each comparison with the index of its first feature. */
export const PLACED: readonly { readonly comparison: Comparison; readonly at: number }[] = COMPARISONS.map(
  (comparison) => ({ comparison, at: FEATURES.indexOf(comparison.features[0] ?? '') }),
);

/**
 * Returns `undefined` if a side has no name: there is nothing to compare. If our record has several addresses, the one nearest
 * to theirs is compared.
 */
export function pairOf(ours: Prepared, theirs: Prepared, population: Population): Pair | undefined {
  const names = bestNames(ours.names, theirs.names);
  if (names === undefined) return undefined;
  return { ours: { ...ours, address: nearestAddress(ours, theirs.address) }, theirs, population, names };
}

/** The verdict of one comparison. */
export function verdictOf({ features, measure }: Comparison, pair: Pair): Verdict {
  return measure(pair, new Float64Array(features.length), 0);
}

/** Writes the values of all features of a pair into `values`. */
export function measure(pair: Pair, values: Float64Array): void {
  values.fill(0);
  for (const { comparison, at } of PLACED) comparison.measure(pair, values, at);
}
