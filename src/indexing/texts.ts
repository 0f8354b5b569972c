import { searchText } from '../domain/names.js';

/** Texts met over and over (descriptions, agents), each normalised and kept once. */
export class Texts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];

  /** The number of the text as it is written; -1 where nothing in it can be searched. */
  numberOf(written: string): number {
    const known = this.#numbers.get(written);
    if (known !== undefined) return known;
    const text = searchText(written);
    const number = text === '' ? -1 : this.#texts.push(text) - 1;
    this.#numbers.set(written, number);
    return number;
  }

  text(number: number): string {
    return this.#texts[number] ?? '';
  }
}
