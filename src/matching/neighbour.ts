import type { Pair } from './compare/comparison.js';
import { isWhole } from './compare/name/names.js';
import { street } from './compare/place/street.js';
import { verdictOf } from './features.js';

/** A pair and its score. */
interface ScoredPair {
  readonly pair: Pair;
  readonly score: number;
}

/**
 * Returns true if the record has the whole name at the address of the query, and the other has another name. The other is then a neighbour or a
 * subsidiary, not a rival.
 */
export function isNeighbour(record: ScoredPair, other: ScoredPair): boolean {
  if (!isWhole(record.pair.names) || isWhole(other.pair.names) || other.score > record.score) return false;
  return verdictOf(street, record.pair) === 'agree';
}
