import type { Container } from '../format/container.js';
import { TextPrint } from './text-print.js';

/** In place of a number where there is none. */
export const NO_NUMBER = 0xffffffff;

/**
 * The number of a text: a hash table that stores 16 bits of each text, not the text. So one text in tens of
 * thousands gets the number of another, whether it is in the table or not. The caller must compare the text of that number
 * with its own. A text in the table always gets a number.
 */
export class TextTable {
  readonly #tags: Uint16Array;
  readonly #numbers: Uint32Array;
  readonly #print = new TextPrint();

  constructor(container: Container, section: string) {
    const { buffer, byteOffset, length } = container.bytes(`${section}/tags`);
    this.#tags = new Uint16Array(buffer, byteOffset, length / Uint16Array.BYTES_PER_ELEMENT);
    this.#numbers = container.uint32(`${section}/numbers`);
  }

  find(text: string): number | undefined {
    this.#print.take(text);
    const { tag } = this.#print;
    const slots = this.#numbers.length;
    for (let slot = this.#print.slotOf(slots); ; slot = slot + 1 === slots ? 0 : slot + 1) {
      const number = this.#numbers[slot] as number;
      if (number === NO_NUMBER) return undefined;
      if (this.#tags[slot] === tag) return number;
    }
  }
}
