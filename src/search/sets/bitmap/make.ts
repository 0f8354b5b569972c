import type { Bitmap } from './bitmap.js';
import { BitmapWriter } from './bitmap-writer.js';
import { BITS_UNITS, MAX_LIST } from './chunks.js';

/** The bitmap of ascending numbers; a number may be repeated. Throws a RangeError if one is below the one before it. */
export function bitmapOfNumbers(numbers: Uint32Array): Bitmap {
  const ends: number[] = [];
  for (let at = 1; at <= numbers.length; at++) {
    if (at < numbers.length && (numbers[at] as number) < (numbers[at - 1] as number)) {
      throw new RangeError('Numbers of a bitmap must ascend.');
    }
    if (at === numbers.length || (numbers[at] as number) >>> 16 !== (numbers[at - 1] as number) >>> 16) {
      ends.push(at);
    }
  }
  let [units, from] = [0, 0];
  for (const end of ends) {
    units += Math.min(end - from, BITS_UNITS);
    from = end;
  }
  const writer = new BitmapWriter(ends.length, units);
  from = 0;
  for (const end of ends) {
    addNumbers(writer, numbers, from, end);
    from = end;
  }
  return writer.finish();
}

function addNumbers(writer: BitmapWriter, numbers: Uint32Array, from: number, end: number): void {
  const key = (numbers[from] as number) >>> 16;
  let count = 1;
  for (let at = from + 1; at < end; at++) if (numbers[at] !== numbers[at - 1]) count++;
  if (count > MAX_LIST) {
    const to = writer.openBits();
    const { words } = writer;
    for (let at = from; at < end; at++) {
      const lower = (numbers[at] as number) & 0xffff;
      words[to + (lower >>> 5)] = (words[to + (lower >>> 5)] as number) | (1 << (lower & 31));
    }
    writer.closeBits(key, count);
    return;
  }
  let next = writer.end;
  for (let at = from; at < end; at++) {
    if (at === from || numbers[at] !== numbers[at - 1])
      writer.units[next++] = (numbers[at] as number) & 0xffff;
  }
  writer.closeList(key, count);
}

/** The bitmap of ascending ranges, each from a number up to but not including another; ranges do not touch. */
export function bitmapOfRanges(ranges: readonly (readonly [from: number, to: number])[]): Bitmap {
  let chunks = 0;
  for (const [from, to] of ranges)
    if (from < to) chunks += Math.floor((to - 1) / 65_536) - Math.floor(from / 65_536) + 1;
  const writer = new BitmapWriter(chunks, 2 * chunks);
  let key = -1;
  let length = 0;
  for (const [from, to] of ranges) {
    for (let first = from; first < to; ) {
      const own = Math.floor(first / 65_536);
      const end = Math.min(to, (own + 1) * 65_536);
      if (own !== key) {
        writer.closeRuns(key, length);
        [key, length] = [own, 0];
      }
      writer.units[writer.end + length] = first & 0xffff;
      writer.units[writer.end + length + 1] = end - first - 1;
      length += 2;
      first = end;
    }
  }
  writer.closeRuns(key, length);
  return writer.finish();
}
