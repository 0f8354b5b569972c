import { upperBound } from '../../collections/bisect.js';

/** Numbers `from` up to but not including `to`. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** Distinct texts in the order of their UTF-8 bytes; a text's number is its place. */
export class SortedTexts {
  /** Text i is `bytes[starts[i] .. starts[i + 1])`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly starts: Uint32Array,
  ) {}

  get count(): number {
    return this.starts.length - 1;
  }

  text(number: number): string {
    const start = this.starts[number] as number;
    const length = (this.starts[number + 1] as number) - start;
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length).toString();
  }

  /** The number of the text, or -1. */
  find(text: string): number {
    const key = Buffer.from(text);
    const number = this.#firstNotBelow(key);
    if (number === this.count) return -1;
    const length = (this.starts[number + 1] as number) - (this.starts[number] as number);
    return length === key.length && this.#compareStart(number, key) === 0 ? number : -1;
  }

  /** The text itself as a range of one, or an empty one. */
  whole(text: string): NumberRange {
    const number = this.find(text);
    return number < 0 ? { from: 0, to: 0 } : { from: number, to: number + 1 };
  }

  /** The texts that begin with `start`. */
  beginningWith(start: string): NumberRange {
    const key = Buffer.from(start);
    const from = this.#firstNotBelow(key);
    return { from, to: this.#firstAbove(key, from) };
  }

  #firstNotBelow(key: Uint8Array): number {
    return upperBound(0, this.count, (text) => this.#compareStart(text, key) >= 0);
  }

  /** The first text from `from` on that neither begins with the key nor stands before it: mostly a near one. */
  #firstAbove(key: Uint8Array, from: number): number {
    let low = from;
    let high = from;
    for (let step = 1; high < this.count && this.#compareStart(high, key) <= 0; step *= 2) {
      low = high + 1;
      high += step;
    }
    return upperBound(low, Math.min(high, this.count), (text) => this.#compareStart(text, key) > 0);
  }

  /** Below 0 where the text stands before the key, 0 where it begins with the key, above 0 where it follows. */
  #compareStart(number: number, key: Uint8Array): number {
    const start = this.starts[number] as number;
    const end = this.starts[number + 1] as number;
    for (let at = 0; at < key.length; at++) {
      if (start + at === end) return -1;
      const difference = (this.bytes[start + at] as number) - (key[at] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }
}
