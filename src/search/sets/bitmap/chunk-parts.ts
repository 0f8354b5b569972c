import { BITS, type Chunks, LIST, RUNS } from './chunks.js';

/** Returns true if the chunk contains all 65,536 numbers, as most chunks of a range do. */
export function isFull({ kinds, units, starts }: Chunks, chunk: number): boolean {
  return kinds[chunk] === RUNS && units[(starts[chunk] as number) + 1] === 65_535;
}

export function wordOf({ starts }: Chunks, chunk: number): number {
  return (starts[chunk] as number) >>> 1;
}

/**
 * Writes the members of a list that are (`wanted` 1) or are not (0) in a chunk; returns their number. Branchless, because the
 * CPU would mispredict half of the bits. Sets the unit after the result to 0.
 */
export function filterList(
  units: Uint16Array,
  start: number,
  end: number,
  other: Chunks,
  next: number,
  wanted: 0 | 1,
  into: Uint16Array,
  to: number,
): number {
  const from = other.starts[next] as number;
  const otherEnd = from + (other.lengths[next] as number);
  const kind = other.kinds[next];
  let count = 0;
  if (kind === BITS) {
    for (let at = start; at < end; at++) {
      const lower = units[at] as number;
      into[to + count] = lower;
      count += (((other.units[from + (lower >>> 4)] as number) >>> (lower & 15)) & 1) ^ wanted ^ 1;
    }
    into[to + count] = 0;
    return count;
  }
  let place = from;
  for (let at = start; at < end; at++) {
    const lower = units[at] as number;
    if (kind === LIST) place = firstFrom(other.units, place, otherEnd, lower);
    else while (place < otherEnd && lastOfRun(other.units, place) < lower) place += 2;
    const isIn =
      place < otherEnd &&
      (kind === LIST ? other.units[place] === lower : (other.units[place] as number) <= lower);
    into[to + count] = lower;
    if (isIn === (wanted === 1)) count++;
  }
  into[to + count] = 0;
  return count;
}

export function lastOfRun(units: Uint16Array, at: number): number {
  return (units[at] as number) + (units[at + 1] as number);
}

/** Returns the first place whose unit is not below the value. Advances in steps of 64, 8 and 1. */
function firstFrom(units: Uint16Array, from: number, end: number, value: number): number {
  let at = from;
  while (at + 64 < end && (units[at + 64] as number) < value) at += 64;
  while (at + 8 < end && (units[at + 8] as number) < value) at += 8;
  while (at < end && (units[at] as number) < value) at++;
  return at;
}
