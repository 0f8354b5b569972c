import { GrowableUint32 } from './growable.js';

/** Texts one after the other as UTF-8. Capacity doubles as needed. */
export class GrowableTexts {
  #bytes = Buffer.allocUnsafe(4_096);
  #length = 0;
  readonly #starts = new GrowableUint32();

  constructor() {
    this.#starts.push(0);
  }

  get count(): number {
    return this.#starts.length - 1;
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Has one entry more than there are texts: the last one is the end. A view, valid until the next `push`. */
  get starts(): Uint32Array {
    return this.#starts.view();
  }

  text(number: number): string {
    return this.#bytes.toString('utf8', this.#starts.at(number), this.#starts.at(number + 1));
  }

  push(text: string): void {
    this.#makeRoom(text.length * 3);
    this.#length = this.#write(text);
    this.#starts.push(this.#length);
  }

  pushBytes(source: Uint8Array, from: number, to: number): void {
    this.#makeRoom(to - from);
    const bytes = this.#bytes;
    let end = this.#length;
    for (let at = from; at < to; at++) bytes[end++] = source[at] as number;
    this.#length = end;
    this.#starts.push(end);
  }

  isEqual(number: number, other: Uint8Array, from: number, to: number): boolean {
    const start = this.#starts.at(number);
    if (this.#starts.at(number + 1) - start !== to - from) return false;
    for (let at = from; at < to; at++) if (this.#bytes[start + at - from] !== other[at]) return false;
    return true;
  }

  /**
   * Returns the end of the text. Names are short and mostly ASCII, so copying them here is faster than calling `Buffer.write`.
   */
  #write(text: string): number {
    const bytes = this.#bytes;
    const start = this.#length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > LAST_ASCII) return start + bytes.write(text, start);
      bytes[start + at] = code;
    }
    return start + text.length;
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    if (needed > LONGEST_BYTES) throw new RangeError('The texts of one list exceed 4 GB.');
    const wider = Buffer.allocUnsafe(Math.min(LONGEST_BYTES, Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(wider, 0, 0, this.#length);
    this.#bytes = wider;
  }
}

const LAST_ASCII = 127;
/** Starts are 32-bit numbers, and buffers of Node 20 are not longer. */
const LONGEST_BYTES = 2 ** 32 - 1;
