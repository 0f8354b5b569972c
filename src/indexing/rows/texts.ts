import { searchText } from '../../domain/names.js';
import { WordTable } from '../../search/index.js';

/** Max cached results; the cache is then cleared. */
const MAX_REMEMBERED = 250_000;

/** Recurring texts (descriptions, agents), each normalised and stored once, as bytes. */
export class Texts {
  readonly #numbers = new Map<string, readonly number[]>();
  readonly #shape: (written: string) => readonly string[];
  readonly #table = new WordTable();
  #scratch = Buffer.allocUnsafe(4_096);

  /** `shape` returns the texts by which an original text is found. */
  constructor(shape: (written: string) => readonly string[] = (written) => [searchText(written)]) {
    this.#shape = shape;
  }

  get count(): number {
    return this.#table.words.count;
  }

  /**
   * Returns the numbers of the texts by which an original text is found; an empty list if it contains nothing to search for.
   */
  numbersOf(written: string): readonly number[] {
    const known = this.#numbers.get(written);
    if (known !== undefined) return known;
    if (this.#numbers.size === MAX_REMEMBERED) this.#numbers.clear();
    const numbers = this.#shape(written).flatMap((text) => (text === '' ? [] : this.#numberOfText(text)));
    this.#numbers.set(written, numbers);
    return numbers;
  }

  text(number: number): string {
    return this.#table.words.text(number);
  }

  #numberOfText(text: string): number {
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafe(text.length * 3);
    return this.#table.number(this.#scratch, 0, this.#scratch.write(text));
  }
}
