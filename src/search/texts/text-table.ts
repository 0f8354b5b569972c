import type { Container } from '../format/container.js';

/**
 * Two hashes of a text: its place in a table, and its tag there. Instances are reused to avoid garbage. Separate from
 * `collections/hash.ts` because index files contain tables made with these hashes.
 */
export class TextPrint {
  /** 32 bits. */
  place = 0;
  /** 16 bits. */
  tag = 0;

  /**
   * Computes two hashes with different factors (one is FNV-1a, one adds a rotation), each with the finaliser of MurmurHash3.
   */
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

  /** Returns the preferred slot. */
  slotOf(slots: number): number {
    return Math.floor((this.place / 2 ** 32) * slots);
  }
}

function finished(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Marks an empty slot. */
export const NO_NUMBER = 0xffffffff;

/**
 * Maps texts to numbers with a hash table that stores 16 bits of each text instead of the text. So one text in tens of
 * thousands gets the number of another, whether it is in the table or not: the caller must compare the text of that number with
 * its own. A text in the table always gets a number.
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
