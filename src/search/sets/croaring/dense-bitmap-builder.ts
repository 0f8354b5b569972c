import { RoaringBitmap32 } from '../../../platform/internals/roaring.js';

/** A chunk of a bitmap: 65,536 numbers, 2,048 words of 32 bits. */
const CHUNK_WORDS = 2_048;
const CHUNK_BYTES = CHUNK_WORDS * 4;
/** A chunk of more numbers is kept as its bits, one of fewer as a list. */
const LIST_AT_MOST = 4_096;
/** Begins the library's portable format (RoaringFormatSpec, bitmaps without runs). */
const COOKIE = 12_346;

/** Numbers below a limit, ticked off in any order and then taken as a bitmap. Few are sorted faster. */
export class DenseBitmapBuilder {
  /** Signed, for the engine's arithmetic on bits is. */
  readonly #bits: Int32Array;
  readonly #counts: Uint32Array;

  constructor(limit: number) {
    const chunks = Math.ceil(limit / 65_536);
    this.#bits = new Int32Array(chunks * CHUNK_WORDS);
    this.#counts = new Uint32Array(chunks);
  }

  addRun(numbers: Uint32Array, from: number, to: number): void {
    const bits = this.#bits;
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      bits[number >>> 5] = (bits[number >>> 5] as number) | (1 << (number & 31));
    }
  }

  /** A new bitmap, the caller's to dispose of. Nothing is marked afterwards. */
  take(): RoaringBitmap32 {
    const held = this.#countChunks();
    const bytes = Buffer.from(new ArrayBuffer(this.#byteLength(held)));
    bytes.writeUInt32LE(COOKIE, 0);
    bytes.writeUInt32LE(held.length, 4);
    let place = 8 + 8 * held.length;
    for (const [at, chunk] of held.entries()) {
      bytes.writeUInt16LE(chunk, 8 + 4 * at);
      bytes.writeUInt16LE((this.#counts[chunk] as number) - 1, 10 + 4 * at);
      bytes.writeUInt32LE(place, 8 + 4 * held.length + 4 * at);
      place = this.#writeChunk(chunk, bytes, place);
    }
    this.#bits.fill(0);
    return RoaringBitmap32.deserialize(bytes, 'portable');
  }

  /** The chunks that hold a number. */
  #countChunks(): number[] {
    const held: number[] = [];
    for (let chunk = 0; chunk < this.#counts.length; chunk++) {
      let count = 0;
      const end = (chunk + 1) * CHUNK_WORDS;
      for (let word = chunk * CHUNK_WORDS; word < end; word++) count += bitCount(this.#bits[word] as number);
      this.#counts[chunk] = count;
      if (count > 0) held.push(chunk);
    }
    return held;
  }

  #byteLength(held: readonly number[]): number {
    const sizes = held.map((chunk) => sizeOf(this.#counts[chunk] as number));
    return sizes.reduce((sum, size) => sum + size, 8 + 8 * held.length);
  }

  /** Gives the place after it. */
  #writeChunk(chunk: number, bytes: Buffer, place: number): number {
    const bits = this.#bits.subarray(chunk * CHUNK_WORDS, (chunk + 1) * CHUNK_WORDS);
    const count = this.#counts[chunk] as number;
    if (count > LIST_AT_MOST) bytes.set(new Uint8Array(bits.buffer, bits.byteOffset, CHUNK_BYTES), place);
    else writeList(bits, new Uint16Array(bytes.buffer, place, count));
    return place + sizeOf(count);
  }
}

function sizeOf(count: number): number {
  return count > LIST_AT_MOST ? CHUNK_BYTES : 2 * count;
}

/** Index files are little endian, as the machines are that run this. */
function writeList(bits: Int32Array, list: Uint16Array): void {
  let place = 0;
  for (let word = 0; word < CHUNK_WORDS; word++) {
    for (let left = bits[word] as number; left !== 0; left &= left - 1) {
      list[place++] = 32 * word + 31 - Math.clz32(left & -left);
    }
  }
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
