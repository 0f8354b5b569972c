import { crc32 } from 'node:zlib';
import { IndexFormatError } from './format-error.js';
import { FORMAT_VERSION, MAGIC, PROLOGUE_BYTES } from './layout.js';

interface Prologue {
  readonly headerLength: number;
  readonly headerCrc: number;
  readonly bodyCrc: number;
}

/** Throws `IndexFormatError` where the bytes are damaged, truncated or of another version (0.2 s a gigabyte). */
export function verifyIndexBytes(bytes: Buffer): void {
  const verifier = new IndexVerifier(bytes);
  verifier.advance(bytes.length);
  verifier.finish();
}

/** Verifies a file while it is read into the bytes, from their start on. */
export class IndexVerifier {
  readonly #bytes: Buffer;
  /** Up to here the body was summed up. */
  #summed = 0;
  #bodyCrc = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Checks the bytes that have arrived. Throws `IndexFormatError` if they are not an index of this version. */
  advance(count: number): void {
    if (this.#summed === 0) {
      if (count < PROLOGUE_BYTES) return;
      const bodyAt = PROLOGUE_BYTES + readPrologue(this.#bytes).headerLength;
      if (count < bodyAt) return;
      this.#summed = bodyAt;
    }
    this.#bodyCrc = crc32(this.#bytes.subarray(this.#summed, count), this.#bodyCrc);
    this.#summed = count;
  }

  /** Throws `IndexFormatError` where the bytes are not what was written. */
  finish(): void {
    const { headerLength, headerCrc, bodyCrc } = readPrologue(this.#bytes);
    const header = this.#bytes.subarray(PROLOGUE_BYTES, PROLOGUE_BYTES + headerLength);
    if (crc32(header) !== headerCrc || this.#bodyCrc !== bodyCrc) {
      throw new IndexFormatError('The index is damaged: its checksum does not match.');
    }
  }
}

/** `fileLength`: of the file that the bytes begin. Throws `IndexFormatError` where it cannot be an index that this version reads. */
export function readPrologue(bytes: Buffer, fileLength = bytes.length): Prologue {
  if (bytes.length < PROLOGUE_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    throw new IndexFormatError('These bytes are not a name index.');
  }
  const version = bytes.readUInt32LE(8);
  if (version !== FORMAT_VERSION) {
    throw new IndexFormatError(
      `It has format version ${version}; this version of Dossier reads ${FORMAT_VERSION}. A new index is needed.`,
    );
  }
  const length = bytes.readDoubleLE(24);
  if (length !== fileLength) {
    throw new IndexFormatError(`The index should have ${length} bytes but has ${fileLength}: it is damaged.`);
  }
  return {
    headerLength: bytes.readUInt32LE(12),
    headerCrc: bytes.readUInt32LE(16),
    bodyCrc: bytes.readUInt32LE(20),
  };
}
