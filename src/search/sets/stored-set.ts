import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import { alignedBytes } from '../format/allocate.js';
import { FrozenBitmap } from './croaring/frozen-reader.js';

/** A bitmap as it stands in the file. Nothing of it is copied. */
export class StoredSet {
  readonly #bytes: Buffer;
  #bitmap: RoaringBitmap32 | undefined;
  #bits: FrozenBitmap | undefined;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Not to be changed or disposed of. */
  get bitmap(): RoaringBitmap32 {
    this.#bitmap ??= RoaringBitmap32.unsafeFrozenView(this.#bytes, 'unsafe_frozen_croaring');
    return this.#bitmap;
  }

  /** Makes the mark of each of these ascending numbers 1 that is in the set. */
  mark(numbers: Uint32Array, marks: Uint8Array): void {
    this.#bits ??= new FrozenBitmap(this.#bytes);
    this.#bits.mark(numbers, marks);
  }
}

/** The same bitmap as one that stands in a file. */
export function storedSetOf(bitmap: RoaringBitmap32): StoredSet {
  const { buffer, byteOffset, length } = bitmap.serialize('unsafe_frozen_croaring');
  return new StoredSet(alignedBytes(new Uint8Array(buffer, byteOffset, length)));
}

/** Those of the ascending numbers that are in any of the sets. */
export function thoseIn(sets: readonly StoredSet[], numbers: Uint32Array): Uint32Array {
  return unlikeMark(0, sets, numbers);
}

/** Those that are not in the set. */
export function thoseNotIn(set: StoredSet, numbers: Uint32Array): Uint32Array {
  return unlikeMark(1, [set], numbers);
}

/** No branch depends on a mark: half of them would be foretold wrongly, which takes longer than all else. */
function unlikeMark(mark: 0 | 1, sets: readonly StoredSet[], numbers: Uint32Array): Uint32Array {
  const marks = clearMarks(numbers.length);
  for (const set of sets) set.mark(numbers, marks);
  const those = new Uint32Array(numbers.length);
  let count = 0;
  for (let at = 0; at < numbers.length; at++) {
    those[count] = numbers[at] as number;
    count += (marks[at] as number) ^ mark;
  }
  return those.subarray(0, count);
}

/** Reused: one for each thread. */
let marks = new Uint8Array(0);

function clearMarks(count: number): Uint8Array {
  if (count > marks.length) marks = new Uint8Array(2 * count);
  return marks.subarray(0, count).fill(0);
}
