import type { Container } from '../format/container.js';
import { TextPrint } from './text-print.js';

/** In place of a number where there is none. */
export const NO_NUMBER = 0xffffffff;

/**
 * Which number a text was given: a hash table that keeps 16 bits of each text, not the text. So one text in tens of
 * thousands gets the number of another, whether it is in the table or not: whoever asks compares what stands under the
 * number with what was meant. A text that is in the table always gets one.
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
