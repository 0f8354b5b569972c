import { FEATURES, measure, pairOf } from '../../src/matching/features.js';
import { normaliseRecord, type Prepared, prepare } from '../../src/matching/records/prepare.js';
import type { Choice } from './fit.js';
import { groupOf } from './group.js';
import type { Query } from './suite.js';
import type { World } from './world.js';

/** The constant and the features. */
export const WIDTH = FEATURES.length + 1;

/** A query of a development file as a choice among its candidates. */
export function choiceOf(query: Query, world: World): Choice {
  const ours = prepare(normaliseRecord(query.record));
  const candidates = world.candidates(ours);
  const linkable = query.truth?.linkable ?? false;
  return {
    group: groupOf(query),
    rows: rowsOf(ours, candidates, world),
    right: linkable ? candidates.findIndex(({ record }) => record.id === query.truth?.id) : -1,
    linkable,
  };
}

function rowsOf(ours: Prepared, candidates: readonly Prepared[], world: World): Float64Array {
  const rows = new Float64Array(candidates.length * WIDTH);
  for (const [index, theirs] of candidates.entries()) {
    const pair = pairOf(ours, theirs, world.population);
    rows[index * WIDTH] = 1;
    if (pair !== undefined) measure(pair, rows.subarray(index * WIDTH + 1, (index + 1) * WIDTH));
  }
  return rows;
}
