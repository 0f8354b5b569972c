import { Hash64 } from '../../../../collections/hash.js';

const FIRST_SLOTS = 2 ** 15;
const MAX_SLOTS = 2 ** 24;
/** Each table has this many times the slots of the previous one. */
const GROWTH = 8;

/**
 * Detects ids that may have been added before. It has no false negatives; false positives, more likely beyond its capacity,
 * only cause superfluous searches. An id takes one word, and full tables are never rehashed: up to 13 million ids in 77 MB, a
 * third of the size of `HashTable`.
 */
export class IdSet {
  readonly #full: Int32Array[] = [];
  #slots = new Int32Array(FIRST_SLOTS);
  #room = roomOf(FIRST_SLOTS);
  readonly #hash = new Hash64(0x2545f491, 0x1b873593);

  /** Returns true if the id may have been added before. */
  add(id: string): boolean {
    this.#hash.take(id, 0, id.length);
    return this.#addWord(this.#hash.high === 0 ? 1 : this.#hash.high, this.#hash.low);
  }

  #addWord(word: number, place: number): boolean {
    if (this.#room === 0 && !this.#grow()) return true;
    for (const slots of this.#full) if (slots[slotOf(slots, word, place)] === word) return true;
    const slot = slotOf(this.#slots, word, place);
    if (this.#slots[slot] === word) return true;
    this.#slots[slot] = word;
    this.#room -= 1;
    return false;
  }

  #grow(): boolean {
    const size = this.#slots.length * GROWTH;
    if (size > MAX_SLOTS) return false;
    this.#full.push(this.#slots);
    this.#slots = new Int32Array(size);
    this.#room = roomOf(size);
    return true;
  }
}

function roomOf(slots: number): number {
  return Math.floor(slots * 0.7);
}

/** The slot of the word, or the free one for it. */
function slotOf(slots: Int32Array, word: number, place: number): number {
  const mask = slots.length - 1;
  let slot = place & mask;
  while (slots[slot] !== 0 && slots[slot] !== word) slot = (slot + 1) & mask;
  return slot;
}
