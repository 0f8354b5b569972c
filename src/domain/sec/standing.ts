/**
 * Prominence of a listed company, from its position in the SEC's ticker list, which is sorted by market value: two steps halve
 * the number of companies before it. Positions change daily, steps rarely.
 */
export function standingAt(place: number): number {
  return Math.min(MIN_STANDING, Math.floor(2 * Math.log2(place)));
}

/** For listed companies after the first 23,000, and for those that are not in the list. */
export const MIN_STANDING = 29;
