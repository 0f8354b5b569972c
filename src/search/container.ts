import { crc32 } from 'node:zlib';
import { alignedBytes } from './allocate.js';
import { IndexFormatError } from './format-error.js';
import {
  BITMAP_VERSION,
  FORMAT_VERSION,
  type Header,
  type IndexAbout,
  MAGIC,
  PROLOGUE_BYTES,
} from './layout.js';

export interface Opening {
  /** The bytes were opened before, and have not changed: checksums are not computed again. */
  readonly verified: boolean;
}

const UNVERIFIED: Opening = { verified: false };

/** A verified file: its description and views of its sections. Copies only bytes that are not aligned. */
export class Container<About = IndexAbout> {
  readonly about: About;
  readonly byteLength: number;
  /** Tells this file from any other. */
  readonly checksum: number;
  readonly #sections: Header<About>['sections'];
  readonly #body: Buffer;

  constructor(given: Uint8Array | SharedArrayBuffer, { verified }: Opening = UNVERIFIED) {
    const bytes = alignedBytes(given);
    const prologue = readPrologue(bytes);
    const header = bytes.subarray(PROLOGUE_BYTES, PROLOGUE_BYTES + prologue.headerLength);
    this.#body = bytes.subarray(PROLOGUE_BYTES + prologue.headerLength);
    if (!verified && (crc32(header) !== prologue.headerCrc || crc32(this.#body) !== prologue.bodyCrc)) {
      throw new IndexFormatError('The index is damaged: its checksum does not match.');
    }
    const { about, bitmaps, sections } = JSON.parse(header.toString()) as Header<About>;
    if (bitmaps !== BITMAP_VERSION) {
      throw new IndexFormatError(
        `The index was written with ${bitmaps}, not ${BITMAP_VERSION}: build it again.`,
      );
    }
    this.about = about;
    this.byteLength = bytes.length;
    this.checksum = prologue.bodyCrc;
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

/** Throws `IndexFormatError` where the bytes are damaged, truncated or of another version (0.2 s a gigabyte). */
export function verifyIndexBytes(bytes: Uint8Array): void {
  new Container(bytes);
}

function readPrologue(bytes: Buffer): { headerLength: number; headerCrc: number; bodyCrc: number } {
  if (bytes.length < PROLOGUE_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new IndexFormatError('These bytes are not a name index.');
  }
  const version = bytes.readUInt32LE(8);
  if (version !== FORMAT_VERSION) {
    throw new IndexFormatError(
      `The index has format version ${version}; this program reads ${FORMAT_VERSION}: build it again.`,
    );
  }
  const length = bytes.readDoubleLE(24);
  if (length !== bytes.length) {
    throw new IndexFormatError(
      `The index should have ${length} bytes but has ${bytes.length}: it is damaged.`,
    );
  }
  return {
    headerLength: bytes.readUInt32LE(12),
    headerCrc: bytes.readUInt32LE(16),
    bodyCrc: bytes.readUInt32LE(20),
  };
}
