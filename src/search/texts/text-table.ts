import type { Container } from '../format/container.js';

/**
 * Two hashes of a text: where it stands in a table, and what it is known by there. One after the other, without garbage. They
 * stand apart from `collections/hash.ts` because index files hold tables made by them.
 */
export class TextPrint {
  /** 32 bits. */
  place = 0;
  /** 16 bits. */
  tag = 0;

  /** Two walks with other factors (as FNV-1a, with a rotation), then the finish of MurmurHash3. */
  take(text: string): void {
    let place = 0x811c9dc5;
    let tag = 0x2545f491;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      place = Math.imul(place ^ code, 0x01000193);
      tag = Math.imul(((tag << 5) | (tag >>> 27)) ^ code, 0x9e3779b1);
    }
    this.place = finished(place);
    this.tag = finished(tag) >>> 16;
  }

  /** Its first choice among the slots. */
  slotOf(slots: number): number {
    return Math.floor((this.place / 2 ** 32) * slots);
  }
}

function finished(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

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
