import { GrowableUint32 } from '../../../collections/growable.js';
import { GrowableTexts } from '../../../collections/growable-texts.js';
import { fnv1aOfBytes } from '../../../collections/hash.js';

/** Assigns numbers to distinct words in order of first occurrence. Hashes bytes, so that no word becomes a string. */
export class WordTable {
  readonly words = new GrowableTexts();
  readonly #hashes = new GrowableUint32();
  /** Open addressing: 0 is free, otherwise a word's number plus 1. */
  #slots = new Uint32Array(1_024);

  number(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    let slot = hash & (this.#slots.length - 1);
    for (;;) {
      const taken = this.#slots[slot] as number;
      if (taken === 0) return this.#add(bytes, from, to, hash, slot);
      if (this.#hashes.at(taken - 1) === hash && this.words.isEqual(taken - 1, bytes, from, to))
        return taken - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
  }

  #add(bytes: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    const number = this.words.count;
    this.words.pushBytes(bytes, from, to);
    this.#hashes.push(hash);
    this.#slots[slot] = number + 1;
    if (this.words.count * 2 > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    for (let number = 0; number < this.words.count; number++) {
      let slot = this.#hashes.at(number) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  const hash = fnv1aOfBytes(bytes, from, to);
  return (hash ^ (hash >>> 15)) >>> 0;
}
