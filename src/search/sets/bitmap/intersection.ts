import type { Bitmap } from './bitmap.js';
import { CHUNK_WORDS, clearBitsBetween, countBitsBetween, countCommonBits } from './bits.js';
import { filterList, isFull, lastOfRun, wordOf } from './chunk-parts.js';
import { BITS, BITS_UNITS, LIST, RUNS } from './chunks.js';
import { BitmapWriter } from './make.js';

/** Returns the members of both. */
export function intersection(one: Bitmap, other: Bitmap): Bitmap {
  const pairs = commonChunks(one, other);
  let units = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    units += roomOfBoth(one, pairs[at] as number, other, pairs[at + 1] as number);
  }
  const writer = new BitmapWriter(pairs.length / 2, units);
  for (let at = 0; at < pairs.length; at += 2) {
    intersect(one, pairs[at] as number, other, pairs[at + 1] as number, writer);
  }
  return writer.finish();
}

/** Returns the number of common members. */
export function countCommon(one: Bitmap, other: Bitmap): number {
  const { keys } = one;
  const { keys: otherKeys } = other;
  let count = 0;
  for (let at = 0, next = 0; at < keys.length && next < otherKeys.length; ) {
    const distance = (keys[at] as number) - (otherKeys[next] as number);
    if (distance === 0) count += countBoth(one, at, other, next);
    if (distance <= 0) at++;
    if (distance >= 0) next++;
  }
  return count;
}

/** Returns the numbers of the chunks that both have, alternating between `one` and `other`. */
function commonChunks(one: Bitmap, other: Bitmap): Uint32Array {
  const pairs = new Uint32Array(2 * Math.min(one.keys.length, other.keys.length));
  let count = 0;
  for (let at = 0, next = 0; at < one.keys.length && next < other.keys.length; ) {
    const distance = (one.keys[at] as number) - (other.keys[next] as number);
    if (distance === 0) {
      pairs[count++] = at;
      pairs[count++] = next;
    }
    if (distance <= 0) at++;
    if (distance >= 0) next++;
  }
  return pairs.subarray(0, count);
}

function roomOfBoth(one: Bitmap, at: number, other: Bitmap, next: number): number {
  const [kind, length] = [one.kinds[at], one.lengths[at] as number];
  const [otherKind, otherLength] = [other.kinds[next], other.lengths[next] as number];
  if (kind === LIST || otherKind === LIST) {
    return Math.min(kind === LIST ? length : BITS_UNITS, otherKind === LIST ? otherLength : BITS_UNITS);
  }
  return kind === BITS || otherKind === BITS ? BITS_UNITS : length + otherLength;
}

function intersect(one: Bitmap, at: number, other: Bitmap, next: number, writer: BitmapWriter): void {
  const key = one.keys[at] as number;
  if (isFull(one, at)) writer.copy(other, next);
  else if (isFull(other, next)) writer.copy(one, at);
  else if (one.kinds[at] === LIST) intersectList(one, at, other, next, writer);
  else if (other.kinds[next] === LIST) intersectList(other, next, one, at, writer);
  else if (one.kinds[at] === RUNS && other.kinds[next] === RUNS) {
    writer.closeRuns(key, commonRuns(one, at, other, next, writer.units, writer.end));
  } else if (one.kinds[at] === RUNS) cutToRuns(other, next, one, at, writer);
  else if (other.kinds[next] === RUNS) cutToRuns(one, at, other, next, writer);
  else {
    const to = writer.openBits();
    andBits(one.words, wordOf(one, at), other.words, wordOf(other, next), writer.words, to);
    writer.closeBits(key);
  }
}

function andBits(a: Int32Array, atA: number, b: Int32Array, atB: number, into: Int32Array, to: number): void {
  for (let word = 0; word < CHUNK_WORDS; word += 4) {
    const [i, j, k] = [atA + word, atB + word, to + word];
    into[k] = (a[i] as number) & (b[j] as number);
    into[k + 1] = (a[i + 1] as number) & (b[j + 1] as number);
    into[k + 2] = (a[i + 2] as number) & (b[j + 2] as number);
    into[k + 3] = (a[i + 3] as number) & (b[j + 3] as number);
  }
}

function intersectList(list: Bitmap, at: number, other: Bitmap, next: number, writer: BitmapWriter): void {
  const start = list.starts[at] as number;
  const end = start + (list.lengths[at] as number);
  writer.closeList(
    list.keys[at] as number,
    filterList(list.units, start, end, other, next, 1, writer.units, writer.end),
  );
}

/** Writes the common runs; returns the number of units. */
function commonRuns(
  one: Bitmap,
  at: number,
  other: Bitmap,
  next: number,
  into: Uint16Array,
  to: number,
): number {
  let count = 0;
  eachCommonRun(one, at, other, next, (first, last) => {
    into[to + count] = first;
    into[to + count + 1] = last - first;
    count += 2;
  });
  return count;
}

function eachCommonRun(
  one: Bitmap,
  at: number,
  other: Bitmap,
  next: number,
  onRun: (first: number, last: number) => void,
): void {
  let run = one.starts[at] as number;
  let otherRun = other.starts[next] as number;
  const end = run + (one.lengths[at] as number);
  const otherEnd = otherRun + (other.lengths[next] as number);
  while (run < end && otherRun < otherEnd) {
    const [last, otherLast] = [lastOfRun(one.units, run), lastOfRun(other.units, otherRun)];
    const first = Math.max(one.units[run] as number, other.units[otherRun] as number);
    if (first <= Math.min(last, otherLast)) onRun(first, Math.min(last, otherLast));
    if (last <= otherLast) run += 2;
    if (otherLast <= last) otherRun += 2;
  }
}

/** Intersects bits with runs: clears the bits between the runs. */
function cutToRuns(bits: Bitmap, at: number, runs: Bitmap, next: number, writer: BitmapWriter): void {
  const to = writer.spreadBits(bits, at);
  const start = runs.starts[next] as number;
  const end = start + (runs.lengths[next] as number);
  let from = 0;
  for (let run = start; run < end; run += 2) {
    const first = runs.units[run] as number;
    if (first > from) clearBitsBetween(writer.words, to, from, first - 1);
    from = lastOfRun(runs.units, run) + 1;
  }
  if (from < 65_536) clearBitsBetween(writer.words, to, from, 65_535);
  writer.closeBits(bits.keys[at] as number);
}

const SCRATCH = new Uint16Array(65_536);

function countBoth(one: Bitmap, at: number, other: Bitmap, next: number): number {
  if (isFull(one, at)) return other.countOf(next);
  if (isFull(other, next)) return one.countOf(at);
  const [kind, otherKind] = [one.kinds[at], other.kinds[next]];
  if (kind === BITS && otherKind === BITS) {
    return countCommonBits(one.words, wordOf(one, at), other.words, wordOf(other, next));
  }
  if (
    otherKind === LIST &&
    (kind !== LIST || (one.lengths[at] as number) > (other.lengths[next] as number))
  ) {
    return countBoth(other, next, one, at);
  }
  const start = one.starts[at] as number;
  const end = start + (one.lengths[at] as number);
  if (kind === LIST && otherKind === BITS)
    return countInBits(one.units, start, end, other.units, other.starts[next] as number);
  if (kind === LIST) return filterList(one.units, start, end, other, next, 1, SCRATCH, 0);
  if (kind === BITS) return countBoth(other, next, one, at);
  let count = 0;
  if (otherKind === BITS) {
    const word = wordOf(other, next);
    for (let run = start; run < end; run += 2) {
      count += countBitsBetween(other.words, word, one.units[run] as number, lastOfRun(one.units, run));
    }
  } else eachCommonRun(one, at, other, next, (first, last) => (count += last - first + 1));
  return count;
}

function countInBits(
  units: Uint16Array,
  start: number,
  end: number,
  bits: Uint16Array,
  from: number,
): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const lower = units[at] as number;
    count += ((bits[from + (lower >>> 4)] as number) >>> (lower & 15)) & 1;
  }
  return count;
}
