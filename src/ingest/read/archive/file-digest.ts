import { createHash } from 'node:crypto';

/** A part of a file that only the digest reads. */
interface Bytes {
  readonly size: number;
  read(position: number, length: number): Buffer;
}

const GAP_BYTES = 131_072;

/**
 * SHA-256 of a file, computed from the pieces that its reader reads. A zip reader skips headers and unneeded members: these
 * gaps are read once a later piece is read. A piece that is repeated or out of order was already read as part of a gap.
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

  /** Hexadecimal, lower case, of the whole file. */
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
