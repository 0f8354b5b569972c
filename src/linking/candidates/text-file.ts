import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { GrowableUint64 } from '../../collections/growable.js';

const BLOCK_BYTES = 2 ** 20;

/**
 * A temporary file of texts, each found by its place. The file is unlinked when it is created, so it disappears when it is
 * closed or its process ends.
 */
export class TextFile {
  readonly #file: number;
  /** The end of each text, in bytes. */
  readonly #ends = new GrowableUint64();
  #size = 0;
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #window = Buffer.alloc(0);
  #windowStart = 0;

  /** `folder` must have room for the texts. */
  constructor(folder: string) {
    const path = join(folder, `${randomUUID()}.texts`);
    this.#file = openSync(path, 'wx+');
    rmSync(path);
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Returns the place. */
  push(text: string): number {
    const bytes = Buffer.from(text);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    this.#size += bytes.length;
    this.#ends.push(BigInt(this.#size));
    if (this.#waitingBytes >= BLOCK_BYTES) this.#flush();
    return this.count - 1;
  }

  at(place: number): string {
    return this.#read(place, 0);
  }

  /** All texts, in order. */
  *all(): Generator<string> {
    for (let place = 0; place < this.count; place++) yield this.#read(place, BLOCK_BYTES);
  }

  close(): void {
    closeSync(this.#file);
  }

  /** `ahead`: bytes to read if the text is not in the buffer. */
  #read(place: number, ahead: number): string {
    if (this.#waitingBytes > 0) this.#flush();
    const start = place === 0 ? 0 : Number(this.#ends.at(place - 1));
    const end = Number(this.#ends.at(place));
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      this.#readWindow(start, Math.max(end, Math.min(start + ahead, this.#size)));
    }
    return this.#window.toString('utf8', start - this.#windowStart, end - this.#windowStart);
  }

  #readWindow(start: number, end: number): void {
    this.#window = Buffer.allocUnsafe(end - start);
    this.#windowStart = start;
    for (let done = 0; done < this.#window.length; ) {
      const read = readSync(this.#file, this.#window, done, this.#window.length - done, start + done);
      if (read === 0) throw new RangeError('The file was truncated while it was being read.');
      done += read;
    }
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
