/**
 * The first number from `from` up to but not including `to` that `isPast`, where every number after it is past too;
 * `to` where none is.
 */
export function upperBound(from: number, to: number, isPast: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
