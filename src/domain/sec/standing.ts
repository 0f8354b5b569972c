/**
 * Prominence of a listed company, by its place in the SEC's ticker list, which is sorted by market value: two
 * steps halve the number of companies before it. Places change daily, steps rarely.
 */
export function standingAt(place: number): number {
  return Math.min(MIN_STANDING, Math.floor(2 * Math.log2(place)));
}

/** That of listed companies behind the first 23,000, and of those that the list does not name. */
export const MIN_STANDING = 29;
