/** The places of the days (numbers since 1970), the latest first, of equal ones the last first. Counts instead of comparing. */
export function newestFirst(days: Int32Array): Uint32Array {
  let [first, last] = [0, 0];
  for (const day of days) {
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  // For each day how many are later: its own begin there.
  const begins = new Uint32Array(last - first + 2);
  for (const day of days) increment(begins, day - first);
  for (let at = begins.length - 2; at >= 0; at--) increment(begins, at, begins[at + 1]);
  const ordered = new Uint32Array(days.length);
  for (let place = days.length - 1; place >= 0; place--) {
    const after = (days[place] ?? 0) - first + 1;
    ordered[begins[after] ?? 0] = place;
    increment(begins, after);
  }
  return ordered;
}

export function increment(counts: Uint32Array, at: number, by = 1): void {
  counts[at] = (counts[at] ?? 0) + by;
}
