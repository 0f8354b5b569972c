import type { Bitmap } from './bitmap.js';
import { CHUNK_WORDS } from './bits.js';
import { isFull } from './chunk-parts.js';
import { BITS, type Chunks, LIST, MAX_LIST, roomOf } from './chunks.js';
import { BitmapWriter, setList, setRuns } from './make.js';

/** Returns the union; the bitmap itself if there is only one. */
export function unionOf(bitmaps: readonly Bitmap[]): Bitmap {
  const [one, other, ...more] = bitmaps;
  if (one !== undefined && other === undefined) return one;
  return one !== undefined && other !== undefined && more.length === 0
    ? unionOfTwo(one, other)
    : unionOfMany(bitmaps);
}

function unionOfTwo(one: Bitmap, other: Bitmap): Bitmap {
  const writer = new BitmapWriter(one.keys.length + other.keys.length, roomOfAll([one, other]));
  let [at, next] = [0, 0];
  while (at < one.keys.length || next < other.keys.length) {
    const distance = (one.keys[at] ?? 65_536) - (other.keys[next] ?? 65_536);
    if (distance < 0) writer.copy(one, at);
    else if (distance > 0) writer.copy(other, next);
    else unite(one, at, other, next, writer);
    if (distance <= 0) at++;
    if (distance >= 0) next++;
  }
  return writer.finish();
}

function unionOfMany(bitmaps: readonly Bitmap[]): Bitmap {
  const holders = new Map<number, [bitmap: Bitmap, chunk: number][]>();
  for (const bitmap of bitmaps) {
    for (const [chunk, key] of bitmap.keys.entries()) {
      const known = holders.get(key);
      if (known) known.push([bitmap, chunk]);
      else holders.set(key, [[bitmap, chunk]]);
    }
  }
  const keys = Uint16Array.from(holders.keys()).sort();
  const scratch = new Int32Array(CHUNK_WORDS);
  const writer = new BitmapWriter(keys.length, roomOfKeys(holders.values()));
  for (const key of keys) {
    const own = holders.get(key) ?? [];
    const [first, second] = own;
    if (first !== undefined && second === undefined) writer.copy(...first);
    else {
      scratch.fill(0);
      for (const [bitmap, chunk] of own) setChunk(scratch, 0, bitmap, chunk);
      writer.copyBits(key, scratch, 0);
    }
  }
  return writer.finish();
}

function roomOfKeys(holders: Iterable<readonly (readonly [bitmap: Bitmap, chunk: number])[]>): number {
  let units = 0;
  for (const own of holders)
    units += Math.max(...own.map(([bitmap, chunk]) => roomOf(bitmap, chunk)), own.length > 1 ? MAX_LIST : 0);
  return units;
}

function roomOfAll(bitmaps: readonly Bitmap[]): number {
  let units = 0;
  for (const bitmap of bitmaps) {
    for (let chunk = 0; chunk < bitmap.keys.length; chunk++) units += roomOf(bitmap, chunk);
  }
  return units;
}

/** Sets the bits of the members of a chunk. */
function setChunk(words: Int32Array, to: number, chunks: Chunks, chunk: number): void {
  const from = chunks.starts[chunk] as number;
  const end = from + (chunks.lengths[chunk] as number);
  if (chunks.kinds[chunk] === BITS) orBits(words, to, chunks.words, from >>> 1);
  else if (chunks.kinds[chunk] === LIST) setList(words, to, chunks.units, from, end);
  else setRuns(words, to, chunks.units, from, end);
}

function unite(one: Bitmap, at: number, other: Bitmap, next: number, writer: BitmapWriter): void {
  const key = one.keys[at] as number;
  if (isFull(one, at)) writer.copy(one, at);
  else if (isFull(other, next)) writer.copy(other, next);
  else if (
    one.kinds[at] === LIST &&
    other.kinds[next] === LIST &&
    (one.lengths[at] as number) + (other.lengths[next] as number) <= MAX_LIST
  ) {
    writer.closeList(key, mergeLists(one, at, other, next, writer.units, writer.end));
  } else {
    const to = writer.spreadBits(one, at);
    setChunk(writer.words, to, other, next);
    writer.closeBits(key);
  }
}

function orBits(into: Int32Array, to: number, words: Int32Array, at: number): void {
  for (let word = 0; word < CHUNK_WORDS; word += 4) {
    const [i, j] = [to + word, at + word];
    into[i] = (into[i] as number) | (words[j] as number);
    into[i + 1] = (into[i + 1] as number) | (words[j + 1] as number);
    into[i + 2] = (into[i + 2] as number) | (words[j + 2] as number);
    into[i + 3] = (into[i + 3] as number) | (words[j + 3] as number);
  }
}

/** Writes the union of two lists; returns its length. */
function mergeLists(
  one: Bitmap,
  chunk: number,
  other: Bitmap,
  otherChunk: number,
  into: Uint16Array,
  to: number,
): number {
  let at = one.starts[chunk] as number;
  let next = other.starts[otherChunk] as number;
  const end = at + (one.lengths[chunk] as number);
  const otherEnd = next + (other.lengths[otherChunk] as number);
  let count = 0;
  while (at < end || next < otherEnd) {
    const value = at < end ? (one.units[at] as number) : 65_536;
    const otherValue = next < otherEnd ? (other.units[next] as number) : 65_536;
    into[to + count++] = Math.min(value, otherValue);
    if (value <= otherValue) at++;
    if (otherValue <= value) next++;
  }
  return count;
}
