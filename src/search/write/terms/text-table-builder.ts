import { NO_NUMBER, TextPrint } from '../../texts/text-table.js';

/** The share of slots in use when the table is full: a lookup takes two slots on average. */
const FULL = 0.7;

/** Builds the table that `TextTable` reads: 8.6 bytes per text, in memory that threads can share. */
export class TextTableBuilder {
  readonly tags: Uint16Array;
  readonly numbers: Uint32Array;
  readonly #print = new TextPrint();
  #left: number;

  /** `max`: the max number of texts. */
  constructor(max: number) {
    const slots = Math.floor(max / FULL) + 1;
    this.tags = new Uint16Array(new SharedArrayBuffer(slots * Uint16Array.BYTES_PER_ELEMENT));
    this.numbers = new Uint32Array(new SharedArrayBuffer(slots * Uint32Array.BYTES_PER_ELEMENT)).fill(
      NO_NUMBER,
    );
    this.#left = max;
  }

  /** Requires distinct texts. Throws `RangeError` if there are more than `max`. */
  add(text: string, number: number): void {
    if (this.#left === 0) throw new RangeError('More texts than the table was created for.');
    this.#left -= 1;
    this.#print.take(text);
    let slot = this.#print.slotOf(this.numbers.length);
    while (this.numbers[slot] !== NO_NUMBER) slot = slot + 1 === this.numbers.length ? 0 : slot + 1;
    this.tags[slot] = this.#print.tag;
    this.numbers[slot] = number;
  }
}
