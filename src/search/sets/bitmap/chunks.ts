import { bitCount, CHUNK_WORDS } from './bits.js';

/** How a chunk is stored: as bits, as an ascending list of members, or as runs (first member, number of members after it). */
export const BITS = 1;
export const LIST = 2;
export const RUNS = 3;

/** Chunks with more members are smaller as bits. */
export const MAX_LIST = 4_096;
export const BITS_UNITS = 2 * CHUNK_WORDS;
export const NOT_COUNTED = -1;

/** The directory of the chunks of a bitmap. A unit is two bytes. */
export interface Chunks {
  readonly units: Uint16Array;
  /** The same memory in words of 32 bits, for chunks stored as bits. */
  readonly words: Int32Array;
  /** The upper 16 bits of the members of each chunk, ascending. */
  readonly keys: Uint16Array;
  readonly kinds: Uint8Array;
  /** The start of each chunk, in units. Even for a chunk stored as bits. */
  readonly starts: Uint32Array;
  /** In units. */
  readonly lengths: Uint32Array;
  /** The number of members of each chunk; -1 if not counted yet. */
  readonly counts: Int32Array;
}

/** Returns an upper bound for the units of the chunk after any operation on it. */
export function roomOf({ kinds, lengths }: Chunks, chunk: number): number {
  const length = lengths[chunk] as number;
  return kinds[chunk] === LIST ? length : Math.max(length, BITS_UNITS);
}

/** Counts the members of runs that are below the limit. */
export function countBelowInRuns(units: Uint16Array, start: number, end: number, limit: number): number {
  let count = 0;
  for (let at = start; at < end && (units[at] as number) < limit; at += 2) {
    count += Math.min((units[at + 1] as number) + 1, limit - (units[at] as number));
  }
  return count;
}

/** Writes the members of a chunk, except the first `skipped`, while there is room. Returns the end of what was written. */
export function membersOf(
  chunks: Chunks,
  chunk: number,
  skipped: number,
  into: Uint32Array,
  at: number,
): number {
  const { units, words, kinds, starts, lengths, keys } = chunks;
  const start = starts[chunk] as number;
  const end = start + (lengths[chunk] as number);
  const upper = (keys[chunk] as number) * 65_536;
  const kind = kinds[chunk];
  if (kind === BITS) return membersOfBits(words, start >>> 1, upper, skipped, into, at);
  if (kind === LIST) {
    const room = Math.min(end - start - skipped, into.length - at);
    for (let one = 0; one < room; one++) into[at + one] = upper + (units[start + skipped + one] as number);
    return at + room;
  }
  let [next, left] = [at, skipped];
  for (let run = start; run < end && next < into.length; run += 2) {
    const length = (units[run + 1] as number) + 1;
    const first = upper + (units[run] as number);
    const room = Math.min(length - left, into.length - next);
    for (let one = 0; one < room; one++) into[next + one] = first + left + one;
    if (room > 0) next += room;
    left = Math.max(0, left - length);
  }
  return next;
}

function membersOfBits(
  words: Int32Array,
  start: number,
  upper: number,
  skipped: number,
  into: Uint32Array,
  at: number,
): number {
  let next = at;
  let left = skipped;
  let word = 0;
  for (; left > 0; word++) {
    const count = bitCount(words[start + word] as number);
    if (count > left) break;
    left -= count;
  }
  for (; word < CHUNK_WORDS; word++) {
    let bits = words[start + word] as number;
    for (; left > 0; left--) bits &= bits - 1;
    const first = upper + 32 * word;
    for (; bits !== 0; bits &= bits - 1) {
      if (next === into.length) return next;
      into[next++] = first + 31 - Math.clz32(bits & -bits);
    }
  }
  return next;
}
