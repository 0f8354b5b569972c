import { Bitmap } from './bitmap.js';
import { countCommonBits, setBitsBetween } from './bits.js';
import { BITS, BITS_UNITS, type Chunks, LIST, MAX_LIST, NOT_COUNTED, RUNS } from './chunks.js';

/**
 * Returns the bitmap of ascending numbers; duplicates are allowed. Throws `RangeError` if a number is below its predecessor.
 */
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

/** Returns the bitmap of ascending ranges, `from` inclusive and `to` exclusive. Ranges must not touch. */
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

/** Builds a bitmap chunk by chunk, in ascending order of their keys. Empty chunks are omitted. */
export class BitmapWriter {
  readonly units: Uint16Array;
  readonly words: Int32Array;
  readonly #keys: Uint16Array;
  readonly #kinds: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #counts: Int32Array;
  #chunks = 0;
  #used = 0;

  /** Allocates memory for this number of chunks and units, plus one unit per chunk: bits start at an even unit. */
  constructor(chunks: number, units: number) {
    this.units = new Uint16Array(Math.ceil((units + chunks) / 2) * 2);
    this.words = new Int32Array(this.units.buffer);
    this.#keys = new Uint16Array(chunks);
    this.#kinds = new Uint8Array(chunks);
    this.#starts = new Uint32Array(chunks);
    this.#lengths = new Uint32Array(chunks);
    this.#counts = new Int32Array(chunks);
  }

  /** The start of the next list or runs, in units. */
  get end(): number {
    return this.#used;
  }

  /** Closes a list that was written at `end`. */
  closeList(key: number, length: number): void {
    if (length > 0) this.#close(LIST, key, length, length);
  }

  /** Closes runs that were written at `end`. */
  closeRuns(key: number, units: number): void {
    if (units > 0) this.#close(RUNS, key, units, NOT_COUNTED);
  }

  /** Returns the first word of a cleared area for bits. `closeBits` must follow. */
  openBits(): number {
    this.#used += this.#used & 1;
    const start = this.#used >>> 1;
    return start;
  }

  closeBits(key: number, count: number = NOT_COUNTED): void {
    if (count !== 0) this.#close(BITS, key, BITS_UNITS, count);
  }

  /** Copies a chunk of another bitmap. */
  copy({ units, keys, kinds, starts, lengths, counts }: Chunks, chunk: number): void {
    const kind = kinds[chunk] as number;
    if (kind === BITS) this.openBits();
    const start = starts[chunk] as number;
    const length = lengths[chunk] as number;
    this.units.set(units.subarray(start, start + length), this.#used);
    this.#close(kind, keys[chunk] as number, length, counts[chunk] as number);
  }

  /** Copies bits; as a list if they are few. */
  copyBits(key: number, words: Int32Array, at: number): void {
    const count = countCommonBits(words, at, words, at);
    if (count > MAX_LIST) {
      const to = this.openBits();
      this.words.set(words.subarray(at, at + BITS_UNITS / 2), to);
      this.closeBits(key, count);
      return;
    }
    let end = this.#used;
    for (let word = 0; word < BITS_UNITS / 2; word++) {
      for (let bits = words[at + word] as number; bits !== 0; bits &= bits - 1) {
        this.units[end++] = 32 * word + 31 - Math.clz32(bits & -bits);
      }
    }
    this.closeList(key, count);
  }

  /** Writes a chunk as bits and returns its first word. The caller must call `closeBits`. */
  spreadBits({ units, words, kinds, starts, lengths }: Chunks, chunk: number): number {
    const to = this.openBits();
    const start = starts[chunk] as number;
    const end = start + (lengths[chunk] as number);
    const kind = kinds[chunk];
    if (kind === BITS) this.words.set(words.subarray(start >>> 1, (start >>> 1) + BITS_UNITS / 2), to);
    else if (kind === LIST) setList(this.words, to, units, start, end);
    else setRuns(this.words, to, units, start, end);
    return to;
  }

  /** Returns the bitmap of all chunks. */
  finish(): Bitmap {
    return new Bitmap({
      units: this.units,
      words: this.words,
      // Only the number of keys determines the number of chunks; the other arrays may be longer.
      keys: this.#keys.length === this.#chunks ? this.#keys : this.#keys.subarray(0, this.#chunks),
      kinds: this.#kinds,
      starts: this.#starts,
      lengths: this.#lengths,
      counts: this.#counts,
    });
  }

  #close(kind: number, key: number, length: number, count: number): void {
    const chunk = this.#chunks++;
    this.#keys[chunk] = key;
    this.#kinds[chunk] = kind;
    this.#starts[chunk] = this.#used;
    this.#lengths[chunk] = length;
    this.#counts[chunk] = count;
    this.#used += length;
  }
}

export function setList(words: Int32Array, to: number, units: Uint16Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    const lower = units[at] as number;
    words[to + (lower >>> 5)] = (words[to + (lower >>> 5)] as number) | (1 << (lower & 31));
  }
}

export function setRuns(words: Int32Array, to: number, units: Uint16Array, start: number, end: number): void {
  for (let at = start; at < end; at += 2) {
    const first = units[at] as number;
    setBitsBetween(words, to, first, first + (units[at + 1] as number));
  }
}
