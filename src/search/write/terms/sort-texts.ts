const FEW = 24;
const DIGITS = 257;

/**
 * Returns the numbers of the texts in byte order. Radix sort from the first byte: no text becomes a string, and equal texts
 * cost no comparisons.
 */
export function sortTexts(bytes: Uint8Array, starts: Uint32Array): Uint32Array {
  const count = starts.length - 1;
  const order = new Uint32Array(count);
  for (let number = 0; number < count; number++) order[number] = number;
  new TextSort(bytes, starts, order).sort();
  return order;
}

class TextSort {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #order: Uint32Array;
  readonly #scratch: Uint32Array;
  readonly #digits: Uint16Array;
  readonly #places = new Uint32Array(DIGITS + 1);
  readonly #open: number[] = [];

  constructor(bytes: Uint8Array, starts: Uint32Array, order: Uint32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#order = order;
    this.#scratch = new Uint32Array(order.length);
    this.#digits = new Uint16Array(order.length);
  }

  sort(): void {
    this.#open.push(0, this.#order.length, 0);
    while (this.#open.length > 0) {
      const depth = this.#open.pop() as number;
      const to = this.#open.pop() as number;
      const from = this.#open.pop() as number;
      if (to - from <= FEW) this.#insertionSort(from, to, depth);
      else this.#distribute(from, to, depth);
    }
  }

  /** Requires that all texts of the range share their first `depth` bytes. */
  #distribute(from: number, to: number, depth: number): void {
    const places = this.#places.fill(0);
    for (let at = from; at < to; at++) {
      const digit = this.#digit(this.#order[at] as number, depth);
      this.#digits[at] = digit;
      places[digit + 1] = (places[digit + 1] as number) + 1;
    }
    this.#openParts(from, depth);
    for (let digit = 1; digit <= DIGITS; digit++) {
      places[digit] = (places[digit] as number) + (places[digit - 1] as number);
    }
    for (let at = from; at < to; at++) {
      const digit = this.#digits[at] as number;
      const place = places[digit] as number;
      places[digit] = place + 1;
      this.#scratch[from + place] = this.#order[at] as number;
    }
    this.#order.set(this.#scratch.subarray(from, to), from);
  }

  /** Texts that have ended (digit 0) are equal: nothing is left to sort. */
  #openParts(from: number, depth: number): void {
    let start = from + (this.#places[1] as number);
    for (let digit = 1; digit < DIGITS; digit++) {
      const size = this.#places[digit + 1] as number;
      if (size > 1) this.#open.push(start, start + size, depth + 1);
      start += size;
    }
  }

  #insertionSort(from: number, to: number, depth: number): void {
    for (let at = from + 1; at < to; at++) {
      const text = this.#order[at] as number;
      let place = at;
      while (place > from && this.#isBefore(text, this.#order[place - 1] as number, depth)) {
        this.#order[place] = this.#order[place - 1] as number;
        place--;
      }
      this.#order[place] = text;
    }
  }

  #isBefore(text: number, other: number, depth: number): boolean {
    const end = this.#starts[text + 1] as number;
    const otherEnd = this.#starts[other + 1] as number;
    let at = (this.#starts[text] as number) + depth;
    let otherAt = (this.#starts[other] as number) + depth;
    while (at < end && otherAt < otherEnd) {
      const difference = (this.#bytes[at++] as number) - (this.#bytes[otherAt++] as number);
      if (difference !== 0) return difference < 0;
    }
    return at === end && otherAt < otherEnd;
  }

  /** Returns 0 if the text has ended; otherwise its byte plus 1. */
  #digit(text: number, depth: number): number {
    const at = (this.#starts[text] as number) + depth;
    return at < (this.#starts[text + 1] as number) ? (this.#bytes[at] as number) + 1 : 0;
  }
}
