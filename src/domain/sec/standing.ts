/**
 * How well-known a listed company is, by its place in the SEC's list of tickers, which stands by market value: in steps of which
 * two halve the number of companies before it. A place moves every day, its step seldom.
 */
export function standingAt(place: number): number {
  return Math.min(MIN_STANDING, Math.floor(2 * Math.log2(place)));
}

/** That of listed companies behind the first 23,000, and of those that the list does not name. */
export const MIN_STANDING = 29;
