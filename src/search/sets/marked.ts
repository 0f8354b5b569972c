import type { Bitmap } from './bitmap/bitmap.js';

/** Returns the numbers that are in any of the sets. The numbers must be ascending. */
export function thoseIn(sets: readonly Bitmap[], numbers: Uint32Array): Uint32Array {
  return unlikeMark(0, sets, numbers);
}

/** Returns the numbers that are not in the set. The numbers must be ascending. */
export function thoseNotIn(set: Bitmap, numbers: Uint32Array): Uint32Array {
  return unlikeMark(1, [set], numbers);
}

/** Branchless: the CPU would mispredict half of the marks, which costs more than everything else. */
function unlikeMark(mark: 0 | 1, sets: readonly Bitmap[], numbers: Uint32Array): Uint32Array {
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

/** Reused; one per thread. */
let marks = new Uint8Array(0);

function clearMarks(count: number): Uint8Array {
  if (count > marks.length) marks = new Uint8Array(2 * count);
  return marks.subarray(0, count).fill(0);
}
