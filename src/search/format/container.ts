import { alignedBytes } from './allocate.js';
import { IndexFormatError } from './format-error.js';
import { BITMAP_VERSION, type Header, type IndexAbout, PROLOGUE_BYTES } from './layout.js';
import { readPrologue, verifyIndexBytes } from './verify.js';

export interface Opening {
  /** If true, the bytes were verified before and have not changed: checksums are not computed again. */
  readonly verified: boolean;
  /** Searches return a list for up to this number of documents, and a bitmap for more. Does not change any result. */
  readonly few?: number | undefined;
}

const UNVERIFIED: Opening = { verified: false };

/** A verified file: its description, and views of its sections. Copies the bytes only if they are not aligned. */
export class Container<About = IndexAbout> {
  readonly about: About;
  readonly byteLength: number;
  /** Identifies the file. */
  readonly checksum: number;
  readonly #sections: Header<About>['sections'];
  readonly #body: Buffer;

  constructor(given: Uint8Array | SharedArrayBuffer, { verified }: Opening = UNVERIFIED) {
    const bytes = alignedBytes(given);
    if (!verified) verifyIndexBytes(bytes);
    const { headerLength, bodyCrc } = readPrologue(bytes);
    const header = bytes.subarray(PROLOGUE_BYTES, PROLOGUE_BYTES + headerLength);
    this.#body = bytes.subarray(PROLOGUE_BYTES + headerLength);
    const { about, bitmaps, sections } = JSON.parse(header.toString()) as Header<About>;
    if (bitmaps !== BITMAP_VERSION) {
      throw new IndexFormatError(`The index was written with ${bitmaps}, not ${BITMAP_VERSION}: rebuild it.`);
    }
    this.about = about;
    this.byteLength = bytes.length;
    this.checksum = bodyCrc;
    this.#sections = sections;
  }

  bytes(name: string): Buffer {
    const [offset, length] = this.#place(name);
    return this.#body.subarray(offset, offset + length);
  }

  uint32(name: string): Uint32Array {
    const { buffer, byteOffset, length } = this.bytes(name);
    return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT);
  }

  uint16(name: string): Uint16Array {
    const { buffer, byteOffset, length } = this.bytes(name);
    return new Uint16Array(buffer, byteOffset, length / Uint16Array.BYTES_PER_ELEMENT);
  }

  int32(name: string): Int32Array {
    const { buffer, byteOffset, length } = this.bytes(name);
    return new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT);
  }

  float64(name: string): Float64Array {
    const { buffer, byteOffset, length } = this.bytes(name);
    return new Float64Array(buffer, byteOffset, length / Float64Array.BYTES_PER_ELEMENT);
  }

  bigUint64(name: string): BigUint64Array {
    const { buffer, byteOffset, length } = this.bytes(name);
    return new BigUint64Array(buffer, byteOffset, length / BigUint64Array.BYTES_PER_ELEMENT);
  }

  #place(name: string): readonly [offset: number, length: number] {
    const place = this.#sections[name];
    if (place === undefined) throw new IndexFormatError(`The index has no section '${name}'.`);
    return place;
  }
}
