import { Blocker } from '../../matching/block/block.js';
import { orderOf } from '../../matching/block/keyed-list.js';
import { keysOf } from '../../matching/block/keys.js';
import { sketchOf } from '../../matching/block/sketch.js';
import type { Prepared } from '../../matching/records/prepare.js';
import { CANDIDATES } from '../candidates/candidates.js';
import type { Candidate } from './candidate.js';

/**
 * The candidates that links would compare too: a record that shares far less than the likeliest of its register is not a rival.
 */
export function worthComparing(query: Prepared, candidates: readonly Candidate[]): readonly Candidate[] {
  const byKey = new Map<number, number[]>();
  const owns = candidates.map(({ prepared }, place) => {
    const { keys, spare, own } = keysOf(sketchOf(prepared));
    for (const { hash } of [...keys, ...spare]) {
      const places = byKey.get(hash);
      if (places) places.push(place);
      else byKey.set(hash, [place]);
    }
    return own;
  });
  const blocker = new Blocker({
    each: (hash, max, found) => {
      const places = byKey.get(hash) ?? [];
      if (places.length <= max) for (const place of places) found(place);
    },
    own: (place) => owns[place] ?? 0,
    register: (place) => candidates[place]?.sourceId ?? '',
    order: (place) => orderOf(candidates[place]?.data.id ?? ''),
  });
  const { records } = blocker.candidates(keysOf(sketchOf(query)), CANDIDATES);
  return records.flatMap((place) => candidates[place] ?? []);
}
