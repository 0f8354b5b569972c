import { upperBound } from '../../../collections/bisect.js';
import { countBitsBetween, countCommonBits } from './bits.js';
import { BITS, type Chunks, countBelowInRuns, LIST, membersOf, NOT_COUNTED, RUNS } from './chunks.js';
import { markNumbers } from './mark.js';

/**
 * A set of 32-bit numbers as a Roaring bitmap (Lemire et al., "Roaring Bitmaps: Implementation of an Optimized Software
 * Library", 2018): numbers with the same upper 16 bits form a chunk, which is stored as bits, a list or runs. Immutable. A
 * bitmap of an index is a view of the file, whose memory all threads share; one created by a search has its own memory.
 */
export class Bitmap implements Chunks {
  readonly units: Uint16Array;
  readonly words: Int32Array;
  readonly keys: Uint16Array;
  readonly kinds: Uint8Array;
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly counts: Int32Array;
  /** The number of members before each chunk; the last entry is the total. */
  #before: Uint32Array | undefined;

  constructor({ units, words, keys, kinds, starts, lengths, counts }: Chunks) {
    this.units = units;
    this.words = words;
    this.keys = keys;
    this.kinds = kinds;
    this.starts = starts;
    this.lengths = lengths;
    this.counts = counts;
  }

  get size(): number {
    return this.#ranks()[this.keys.length] as number;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** The lowest member. The bitmap must not be empty. */
  get minimum(): number {
    return this.at(0) as number;
  }

  /** The highest member. The bitmap must not be empty. */
  get maximum(): number {
    return this.at(this.size - 1) as number;
  }

  has(number: number): boolean {
    const chunk = this.#chunkOf(number >>> 16);
    if (this.keys[chunk] !== number >>> 16) return false;
    const start = this.starts[chunk] as number;
    const lower = number & 0xffff;
    const kind = this.kinds[chunk];
    if (kind === BITS) return (((this.units[start + (lower >>> 4)] as number) >>> (lower & 15)) & 1) === 1;
    const { units } = this;
    const end = start + (this.lengths[chunk] as number);
    if (kind === LIST) {
      const found = upperBound(start, end, (at) => (units[at] as number) >= lower);
      return found < end && units[found] === lower;
    }
    return countBelowInRuns(units, start, end, lower + 1) > countBelowInRuns(units, start, end, lower);
  }

  /** Returns the number of members below the limit. */
  countBelow(limit: number): number {
    const key = Math.floor(limit / 65_536);
    const chunk = this.#chunkOf(key);
    const before = this.#ranks()[chunk] as number;
    if (this.keys[chunk] !== key) return before;
    const lower = limit & 0xffff;
    const start = this.starts[chunk] as number;
    const end = start + (this.lengths[chunk] as number);
    const { units, kinds } = this;
    if (kinds[chunk] === LIST) {
      return before + upperBound(start, end, (at) => (units[at] as number) >= lower) - start;
    }
    if (kinds[chunk] === RUNS) return before + countBelowInRuns(units, start, end, lower);
    return before + (lower === 0 ? 0 : countBitsBetween(this.words, start >>> 1, 0, lower - 1));
  }

  /** Returns the member with this rank; `undefined` if there are fewer. */
  at(rank: number): number | undefined {
    return this.slice(rank, 1)[0];
  }

  /**
   * Returns up to `limit` members after the first `offset`, ascending. Writes to `into` if given. Any offset costs the same.
   */
  slice(offset: number, limit: number, into?: Uint32Array): Uint32Array {
    const before = this.#ranks();
    const length = Math.max(0, Math.min(limit, this.size - offset));
    const members = into?.subarray(0, length) ?? new Uint32Array(length);
    let chunk = upperBound(0, this.keys.length, (at) => (before[at + 1] as number) > offset);
    for (let filled = 0; filled < length && chunk < this.keys.length; chunk++) {
      filled = membersOf(this, chunk, Math.max(0, offset - (before[chunk] as number)), members, filled);
    }
    return members;
  }

  toUint32Array(): Uint32Array {
    return this.slice(0, this.size);
  }

  *[Symbol.iterator](): Generator<number> {
    yield* this.toUint32Array();
  }

  /** Sets to 1 the mark of each number that is a member. The numbers must be ascending. */
  mark(numbers: Uint32Array, marks: Uint8Array): void {
    markNumbers(this, numbers, marks);
  }

  /** Returns the number of members of a chunk. */
  countOf(chunk: number): number {
    const known = this.counts[chunk] as number;
    if (known !== NOT_COUNTED) return known;
    const start = this.starts[chunk] as number;
    const count =
      this.kinds[chunk] === BITS
        ? countCommonBits(this.words, start >>> 1, this.words, start >>> 1)
        : countBelowInRuns(this.units, start, start + (this.lengths[chunk] as number), 65_536);
    this.counts[chunk] = count;
    return count;
  }

  /** Returns the first chunk whose key is not below this one. */
  #chunkOf(key: number): number {
    const { keys } = this;
    return upperBound(0, keys.length, (at) => (keys[at] as number) >= key);
  }

  #ranks(): Uint32Array {
    if (this.#before !== undefined) return this.#before;
    const before = new Uint32Array(this.keys.length + 1);
    for (let chunk = 0; chunk < this.keys.length; chunk++) {
      before[chunk + 1] = (before[chunk] as number) + this.countOf(chunk);
    }
    this.#before = before;
    return before;
  }
}
