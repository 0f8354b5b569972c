/**
 * Returns the first number from `from` (inclusive) to `to` (exclusive) for which `isPast` is true; `to` if there is none.
 * `isPast` must be true for every number after the first. A binary search.
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
