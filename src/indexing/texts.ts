import { searchText } from '../domain/names.js';
import { WordTable } from '../search/index.js';

/** What the same writing gives is remembered for as many as this; then anew. */
const MOST_REMEMBERED = 250_000;

/** Texts met over and over (descriptions, agents), each normalised and kept once, as bytes. */
export class Texts {
  readonly #numbers = new Map<string, number>();
  readonly #table = new WordTable();
  #scratch = Buffer.allocUnsafe(4_096);

  get count(): number {
    return this.#table.words.count;
  }

  /** The number of the text as it is written; -1 where nothing in it can be searched. */
  numberOf(written: string): number {
    const known = this.#numbers.get(written);
    if (known !== undefined) return known;
    if (this.#numbers.size === MOST_REMEMBERED) this.#numbers.clear();
    const number = this.#numberOfText(searchText(written));
    this.#numbers.set(written, number);
    return number;
  }

  text(number: number): string {
    return this.#table.words.text(number);
  }

  #numberOfText(text: string): number {
    if (text === '') return -1;
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafe(text.length * 3);
    return this.#table.number(this.#scratch, 0, this.#scratch.write(text));
  }
}
