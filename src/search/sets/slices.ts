import { isList, type NumberSet } from './number-set.js';

/** The number of members listed at a time. Fits into the CPU cache. */
const AT_ONCE = 65_536;

/** Reused; one per thread. Allocating memory takes five times as long as filling it. */
const kept = new Uint32Array(AT_ONCE);

/** Yields all members in ascending order, in slices. A slice is valid only until the next one is requested. */
export function* slicesOf(set: NumberSet): Generator<Uint32Array> {
  if (isList(set)) {
    yield set;
    return;
  }
  for (let offset = 0; offset < set.size; offset += AT_ONCE) yield set.slice(offset, AT_ONCE, kept);
}
