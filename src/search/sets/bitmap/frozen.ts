import { Bitmap } from './bitmap.js';
import { countRunsOfBits } from './bits.js';
import { BITS, BITS_UNITS, type Chunks, LIST, MAX_LIST, membersOf, NOT_COUNTED, RUNS } from './chunks.js';

/*
 * The frozen format of CRoaring (`roaring_bitmap_frozen_serialize`), little endian: all chunks stored as bits, then all runs,
 * then all lists; then the keys, counts (members minus 1, or the number of runs) and kinds of the chunks. The last four bytes:
 * a cookie of 15 bits and the number of chunks.
 */
const COOKIE = 13_766;
const HEADER_BYTES = 4;
/** Key, count and kind of a chunk. */
const CHUNK_BYTES = 5;

/** Opens a bitmap without copying it. The bytes must not change, and must start at an address divisible by 4. */
export function openFrozen(bytes: Uint8Array): Bitmap {
  const { buffer, byteOffset, length } = bytes;
  const chunks = new DataView(buffer, byteOffset + length - HEADER_BYTES).getUint32(0, true) >>> 15;
  const keysAt = length - HEADER_BYTES - chunks * CHUNK_BYTES;
  const kinds = bytes.subarray(length - HEADER_BYTES - chunks, length - HEADER_BYTES);
  const written = new Uint16Array(buffer, byteOffset + keysAt + 2 * chunks, chunks);
  const lengths = new Uint32Array(chunks);
  const counts = new Int32Array(chunks);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const count = written[chunk] as number;
    const kind = kinds[chunk];
    lengths[chunk] = kind === BITS ? BITS_UNITS : kind === LIST ? count + 1 : 2 * count;
    counts[chunk] = kind === RUNS ? NOT_COUNTED : count + 1;
  }
  return new Bitmap({
    units: new Uint16Array(buffer, byteOffset, keysAt >>> 1),
    words: new Int32Array(buffer, byteOffset, keysAt >>> 2),
    keys: new Uint16Array(buffer, byteOffset + keysAt, chunks),
    ...{ kinds, starts: startsOf(kinds, lengths), lengths, counts },
  });
}

/** Chunks of the same kind are stored together. */
function startsOf(kinds: Uint8Array, lengths: Uint32Array): Uint32Array {
  const starts = new Uint32Array(kinds.length);
  let next = 0;
  for (const kind of [BITS, RUNS, LIST]) {
    for (let chunk = 0; chunk < kinds.length; chunk++) {
      if (kinds[chunk] !== kind) continue;
      starts[chunk] = next;
      next += lengths[chunk] as number;
    }
  }
  return starts;
}

/** The stored form of a bitmap: each chunk in its smallest form, without empty chunks. */
export class FrozenForm {
  readonly byteLength: number;
  readonly #bitmap: Bitmap;
  readonly #chunks: Uint32Array;
  readonly #kinds: Uint8Array;
  readonly #lengths: Uint32Array;

  constructor(bitmap: Bitmap) {
    this.#bitmap = bitmap;
    this.#chunks = Uint32Array.from(bitmap.keys.keys()).filter((chunk) => bitmap.countOf(chunk) > 0);
    this.#kinds = new Uint8Array(this.#chunks.length);
    this.#lengths = new Uint32Array(this.#chunks.length);
    let units = 0;
    for (const [at, chunk] of this.#chunks.entries()) {
      const members = bitmap.countOf(chunk);
      const inRuns = 2 * countRuns(bitmap, chunk);
      const plain = Math.min(members, BITS_UNITS);
      // CRoaring stores the number of runs in one more unit, so at equal size runs are not used.
      const isRuns = inRuns + 1 < plain;
      this.#kinds[at] = isRuns ? RUNS : members > MAX_LIST ? BITS : LIST;
      this.#lengths[at] = isRuns ? inRuns : plain;
      units += this.#lengths[at] as number;
    }
    this.byteLength = 2 * units + this.#chunks.length * CHUNK_BYTES + HEADER_BYTES;
  }

  /** Writes the bitmap. The bytes must be zero and start at an address divisible by 4. */
  write(bytes: Uint8Array): void {
    const { buffer, byteOffset } = bytes;
    const chunks = this.#chunks.length;
    const starts = startsOf(this.#kinds, this.#lengths);
    const units = new Uint16Array(buffer, byteOffset, (this.byteLength - HEADER_BYTES - chunks) >>> 1);
    const keysAt = units.length - 2 * chunks;
    for (const [at, chunk] of this.#chunks.entries()) {
      this.#writeChunk(at, units, starts[at] as number);
      const length = this.#lengths[at] as number;
      units[keysAt + at] = this.#bitmap.keys[chunk] as number;
      units[keysAt + chunks + at] = this.#kinds[at] === RUNS ? length / 2 : this.#bitmap.countOf(chunk) - 1;
    }
    bytes.set(this.#kinds, this.byteLength - HEADER_BYTES - chunks);
    const header = new DataView(buffer, byteOffset + this.byteLength - HEADER_BYTES);
    header.setUint32(0, ((chunks << 15) | COOKIE) >>> 0, true);
  }

  #writeChunk(at: number, units: Uint16Array, to: number): void {
    const bitmap = this.#bitmap;
    const chunk = this.#chunks[at] as number;
    const kind = this.#kinds[at];
    if (kind === bitmap.kinds[chunk]) {
      const start = bitmap.starts[chunk] as number;
      units.set(bitmap.units.subarray(start, start + (this.#lengths[at] as number)), to);
      return;
    }
    const members = membersIn(bitmap, chunk);
    if (kind === RUNS) writeRuns(members, units, to);
    else if (kind === LIST)
      for (let one = 0; one < members.length; one++) units[to + one] = members[one] as number;
    else {
      for (const number of members) {
        const [unit, bit] = [to + ((number & 0xffff) >>> 4), 1 << (number & 15)];
        units[unit] = (units[unit] as number) | bit;
      }
    }
  }
}

function membersIn(bitmap: Bitmap, chunk: number): Uint32Array {
  const members = new Uint32Array(bitmap.countOf(chunk));
  membersOf(bitmap, chunk, 0, members, 0);
  return members;
}

function countRuns({ kinds, units, words, starts, lengths }: Chunks, chunk: number): number {
  const start = starts[chunk] as number;
  const length = lengths[chunk] as number;
  if (kinds[chunk] === RUNS) return length / 2;
  if (kinds[chunk] === BITS) return countRunsOfBits(words, start >>> 1);
  let runs = 1;
  for (let at = start + 1; at < start + length; at++) {
    if (units[at] !== (units[at - 1] as number) + 1) runs++;
  }
  return runs;
}

function writeRuns(members: Uint32Array, units: Uint16Array, to: number): void {
  let run = to - 2;
  let last = Number.NEGATIVE_INFINITY;
  for (const number of members) {
    if (number === last + 1) units[run + 1] = (units[run + 1] as number) + 1;
    else {
      run += 2;
      units[run] = number;
      units[run + 1] = 0;
    }
    last = number;
  }
}
