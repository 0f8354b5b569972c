import { upperBound } from '../../collections/bisect.js';

/** The numbers `from` (inclusive) to `to` (exclusive). */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** Distinct texts in the order of their UTF-8 bytes. The number of a text is its position. */
export class SortedTexts {
  readonly count: number;
  readonly #all: NumberRange;

  /** Text i is `bytes[starts[i] .. starts[i + 1])`. */
  constructor(
    readonly bytes: Uint8Array,
    readonly starts: Uint32Array,
  ) {
    this.count = starts.length - 1;
    this.#all = { from: 0, to: this.count };
  }

  text(number: number): string {
    const start = this.starts[number] as number;
    const length = (this.starts[number + 1] as number) - start;
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length).toString();
  }

  /** Returns the number of the text, or -1. `among`: the texts with a prefix of it; default: all. */
  find(text: string, among: NumberRange = this.#all): number {
    if (among.from === among.to) return -1;
    const key = Buffer.from(text);
    const number = this.#firstNotBelow(key, among);
    if (number === among.to) return -1;
    const length = (this.starts[number + 1] as number) - (this.starts[number] as number);
    return length === key.length && this.#compareStart(number, key) === 0 ? number : -1;
  }

  /** Returns the range that contains only the text; an empty range if there is no such text. */
  whole(text: string, among?: NumberRange): NumberRange {
    const number = this.find(text, among);
    return number < 0 ? { from: 0, to: 0 } : { from: number, to: number + 1 };
  }

  /** Returns the texts that start with `start`. */
  beginningWith(start: string, among: NumberRange = this.#all): NumberRange {
    if (among.from === among.to) return among;
    const key = Buffer.from(start);
    const from = this.#firstNotBelow(key, among);
    return { from, to: this.#firstAbove(key, from) };
  }

  #firstNotBelow(key: Uint8Array, { from, to }: NumberRange): number {
    return upperBound(from, to, (text) => this.#compareStart(text, key) >= 0);
  }

  /**
   * Returns the first text from `from` on that is greater than the key and does not start with it. Exponential search, because
   * the result is usually near.
   */
  #firstAbove(key: Uint8Array, from: number): number {
    let low = from;
    let high = from;
    for (let step = 1; high < this.count && this.#compareStart(high, key) <= 0; step *= 2) {
      low = high + 1;
      high += step;
    }
    return upperBound(low, Math.min(high, this.count), (text) => this.#compareStart(text, key) > 0);
  }

  /**
   * Returns a negative number if the text is less than the key, 0 if it starts with the key, a positive number if it is
   * greater.
   */
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
