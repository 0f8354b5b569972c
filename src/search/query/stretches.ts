import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import { bitmapOf, isList, type NumberSet } from '../sets/number-set.js';

/** Members listed at a time; this number fits into the processor's cache. */
const AT_ONCE = 65_536;

/** Kept, one for each thread: to allot memory takes five times as long as to fill it. */
const kept = new Uint32Array(AT_ONCE);

/** All members in ascending order, some at a time. A stretch holds until the next is asked for. */
export function* stretchesOf(set: NumberSet): Generator<Uint32Array> {
  if (isList(set)) {
    yield set;
    return;
  }
  const bitmap = bitmapOf(set);
  const { size } = bitmap;
  for (let offset = 0; offset < size; offset += AT_ONCE) {
    const [first, last] = [bitmap.select(offset), bitmap.select(Math.min(size, offset + AT_ONCE) - 1)];
    if (first === undefined || last === undefined) return;
    const window = RoaringBitmap32.fromRange(first, last + 1);
    window.andInPlace(bitmap);
    const members = window.toUint32Array(kept);
    window.dispose();
    yield members;
  }
}
