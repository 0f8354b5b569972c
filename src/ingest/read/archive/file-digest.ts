import { createHash } from 'node:crypto';

/** The part of a file that only the digest reads. */
interface Bytes {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

const GAP_BYTES = 131_072;

/**
 * SHA-256 of a file, made of the pieces that its reader takes. A reader of a zip leaves headers and unwanted members out: these
 * gaps are read when what comes after them is. A piece that comes a second
 * time, or out of order, was read in a gap already.
 */
export class FileDigest {
  readonly #hash = createHash('sha256');
  readonly #file: Bytes;
  #position = 0;

  constructor(file: Bytes) {
    this.#file = file;
  }

  take(position: number, piece: Buffer): void {
    this.#readUpTo(position);
    const known = this.#position - position;
    if (known >= piece.length) return;
    this.#hash.update(known > 0 ? piece.subarray(known) : piece);
    this.#position = position + piece.length;
  }

  /** Lower-case hexadecimal, of the whole file. */
  finish(): string {
    this.#readUpTo(this.#file.size);
    return this.#hash.digest('hex');
  }

  #readUpTo(end: number): void {
    while (this.#position < end) {
      const gap = this.#file.read(this.#position, Math.min(GAP_BYTES, end - this.#position));
      this.#hash.update(gap);
      this.#position += gap.length;
    }
  }
}
