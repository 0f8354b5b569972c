import { searchText } from '../../domain/names.js';
import { WordTable } from '../../search/index.js';

/** The results of so many writings are remembered; then again. */
const MAX_REMEMBERED = 250_000;

/** Texts met over and over (descriptions, agents), each normalised and kept once, as bytes. */
export class Texts {
  readonly #numbers = new Map<string, readonly number[]>();
  readonly #shape: (written: string) => readonly string[];
  readonly #table = new WordTable();
  #scratch = Buffer.allocUnsafe(4_096);

  /** `shape`: the texts by which what is written is found. */
  constructor(shape: (written: string) => readonly string[] = (written) => [searchText(written)]) {
    this.#shape = shape;
  }

  get count(): number {
    return this.#table.words.count;
  }

  /** The numbers of the texts of what is written; none where nothing in it can be searched. */
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
