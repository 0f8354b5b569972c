import type { Pair } from '../comparison.js';

/** How likely others bear their name by chance, 0 to 1: 0 where its words are rare. */
export function commonness({ names, population }: Pair): number {
  return 1 - Math.min(1, names.theirs.mass / (2 * Math.log(population.size)));
}
