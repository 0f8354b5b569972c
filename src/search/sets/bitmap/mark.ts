import { BITS, type Chunks, LIST } from './chunks.js';

/** A chunk contains the numbers with the same upper 16 bits. */
const LOWER = 0xffff;

/**
 * Sets to 1 the mark of each number that is a member. The numbers must be ascending. Short lists of numbers are looked up in
 * large chunks, and long ones in small chunks, so each kind of chunk has its own method.
 */
export function markNumbers(chunks: Chunks, numbers: Uint32Array, marks: Uint8Array): void {
  const { keys } = chunks;
  let chunk = 0;
  for (let from = 0, to = 0; from < numbers.length; from = to) {
    const upper = (numbers[from] as number) >>> 16;
    while (to < numbers.length && (numbers[to] as number) >>> 16 === upper) to++;
    while (chunk < keys.length && (keys[chunk] as number) < upper) chunk++;
    if (keys[chunk] === upper) markIn(chunks, chunk, { numbers, from, to, marks });
  }
}

function markIn({ units, kinds, starts, lengths }: Chunks, chunk: number, request: MarkRequest): void {
  const start = starts[chunk] as number;
  const end = start + (lengths[chunk] as number);
  if (kinds[chunk] === BITS) markBits(units, start, request);
  else if (kinds[chunk] === LIST) markList(units, start, end, request);
  else markRuns(units, start, end, request);
}

/** The numbers of one chunk. */
interface MarkRequest {
  readonly numbers: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly marks: Uint8Array;
}

function markBits(units: Uint16Array, start: number, { numbers, from, to, marks }: MarkRequest): void {
  for (let at = from; at < to; at++) {
    const lower = (numbers[at] as number) & LOWER;
    const bit = ((units[start + (lower >>> 4)] as number) >>> (lower & 15)) & 1;
    marks[at] = (marks[at] as number) | bit;
  }
}

/** A list with more members than this per number is searched in leaps; a shorter one is read completely. */
const LONG = 48;
/** By lower 16 bits; all 0 between uses. One per thread. */
const ASKED = new Uint8Array(LOWER + 1);

function markList(units: Uint16Array, start: number, end: number, parsed: MarkRequest): void {
  if (end - start > LONG * (parsed.to - parsed.from)) leapThroughList(units, start, end, parsed);
  else readList(units, start, end, parsed);
}

function leapThroughList(
  units: Uint16Array,
  start: number,
  end: number,
  { numbers, from, to, marks }: MarkRequest,
): void {
  let place = start;
  for (let at = from; at < to && place < end; at++) {
    const lower = (numbers[at] as number) & LOWER;
    place = firstFrom(units, place, end, 1, lower);
    if (place < end && units[place] === lower) marks[at] = 1;
  }
}

/** Branchless: a requested number is 1, becomes 2 if it is in the list, and all others remain 0. */
function readList(
  units: Uint16Array,
  start: number,
  end: number,
  { numbers, from, to, marks }: MarkRequest,
): void {
  for (let at = from; at < to; at++) ASKED[(numbers[at] as number) & LOWER] = 1;
  for (let place = start; place < end; place++) {
    const lower = units[place] as number;
    ASKED[lower] = (ASKED[lower] as number) << 1;
  }
  for (let at = from; at < to; at++) {
    const lower = (numbers[at] as number) & LOWER;
    marks[at] = (marks[at] as number) | ((ASKED[lower] as number) >>> 1);
    ASKED[lower] = 0;
  }
}

function markRuns(
  units: Uint16Array,
  start: number,
  end: number,
  { numbers, from, to, marks }: MarkRequest,
): void {
  let after = start;
  for (let at = from; at < to; at++) {
    const lower = (numbers[at] as number) & LOWER;
    after = firstFrom(units, after, end, 2, lower + 1);
    if (after === start) continue;
    if (lower - (units[after - 2] as number) <= (units[after - 1] as number)) marks[at] = 1;
  }
}

/**
 * Returns the first of every `step`th unit that is not below the value, or `end`. Advances in leaps of 256, 16 and 1 steps,
 * because the result is usually near and these branches are predictable; every second one of a binary search is not.
 */
function firstFrom(units: Uint16Array, from: number, end: number, step: number, value: number): number {
  let at = from;
  for (let leap = step << 8; leap >= step; leap >>= 4) {
    while (at + leap < end && (units[at + leap] as number) < value) at += leap;
  }
  return at < end && (units[at] as number) < value ? at + step : at;
}
