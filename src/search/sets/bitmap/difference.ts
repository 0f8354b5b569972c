import type { Bitmap } from './bitmap.js';
import { CHUNK_WORDS, clearBitsBetween } from './bits.js';
import { filterList, isFull, lastOfRun } from './chunk-parts.js';
import { BITS, LIST, roomOf } from './chunks.js';
import { BitmapWriter } from './make.js';

/** Returns the members of `one` that are not in `other`; `one` itself if `other` is empty. */
export function difference(one: Bitmap, other: Bitmap): Bitmap {
  if (other.isEmpty) return one;
  let units = 0;
  for (let chunk = 0; chunk < one.keys.length; chunk++) {
    units += roomOf(one, chunk);
  }
  const writer = new BitmapWriter(one.keys.length, units);
  let at = 0;
  for (let chunk = 0; chunk < one.keys.length; chunk++) {
    const key = one.keys[chunk] as number;
    while (at < other.keys.length && (other.keys[at] as number) < key) at++;
    if (other.keys[at] === key) subtract(one, chunk, other, at, writer);
    else writer.copy(one, chunk);
  }
  return writer.finish();
}

function subtract(one: Bitmap, at: number, other: Bitmap, next: number, writer: BitmapWriter): void {
  if (isFull(other, next)) return;
  const key = one.keys[at] as number;
  const start = one.starts[at] as number;
  if (one.kinds[at] === LIST) {
    const end = start + (one.lengths[at] as number);
    writer.closeList(key, filterList(one.units, start, end, other, next, 0, writer.units, writer.end));
    return;
  }
  const to = writer.spreadBits(one, at);
  const from = other.starts[next] as number;
  const end = from + (other.lengths[next] as number);
  const { words } = writer;
  if (other.kinds[next] === BITS) clearCommonBits(words, to, other.words, from >>> 1);
  else if (other.kinds[next] === LIST) clearList(words, to, other.units, from, end);
  else {
    for (let run = from; run < end; run += 2) {
      clearBitsBetween(words, to, other.units[run] as number, lastOfRun(other.units, run));
    }
  }
  writer.closeBits(key);
}

function clearCommonBits(into: Int32Array, to: number, words: Int32Array, at: number): void {
  for (let word = 0; word < CHUNK_WORDS; word += 4) {
    const [i, j] = [to + word, at + word];
    into[i] = (into[i] as number) & ~(words[j] as number);
    into[i + 1] = (into[i + 1] as number) & ~(words[j + 1] as number);
    into[i + 2] = (into[i + 2] as number) & ~(words[j + 2] as number);
    into[i + 3] = (into[i + 3] as number) & ~(words[j + 3] as number);
  }
}

function clearList(words: Int32Array, to: number, units: Uint16Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const lower = units[at] as number;
    words[to + (lower >>> 5)] = (words[to + (lower >>> 5)] as number) & ~(1 << (lower & 31));
  }
}
