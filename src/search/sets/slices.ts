import { isList, type NumberSet } from './number-set.js';

/** Members listed at a time; this number fits into the processor's cache. */
const AT_ONCE = 65_536;

/** Kept, one for each thread: to allot memory takes five times as long as to fill it. */
const kept = new Uint32Array(AT_ONCE);

/** All members in ascending order, some at a time. A stretch holds until the next is asked for. */
export function* slicesOf(set: NumberSet): Generator<Uint32Array> {
  if (isList(set)) {
    yield set;
    return;
  }
  for (let offset = 0; offset < set.size; offset += AT_ONCE) yield set.slice(offset, AT_ONCE, kept);
}
