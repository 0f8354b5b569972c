import { Hash64 } from '../../../../collections/hash.js';

const FIRST_SLOTS = 2 ** 15;
const MAX_SLOTS = 2 ** 24;
/** Each table has eight times the slots of the one before. */
const GROWTH = 8;

/**
 * Notices ids that have perhaps come before. It never misses one; where it errs, or is asked of more than it holds,
 * repeated ids are searched for in vain. An id takes one word, and tables that are full stay as they are: up to 13
 * million ids in 77 MB, a third of what `HashTable` would take.
 */
export class IdSet {
  readonly #full: Int32Array[] = [];
  #slots = new Int32Array(FIRST_SLOTS);
  #room = roomOf(FIRST_SLOTS);
  readonly #hash = new Hash64(0x2545f491, 0x1b873593);

  /** True where the id has perhaps been added before. */
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

/** The place of the word, or the one to which it belongs. */
function slotOf(slots: Int32Array, word: number, place: number): number {
  const mask = slots.length - 1;
  let slot = place & mask;
  while (slots[slot] !== 0 && slots[slot] !== word) slot = (slot + 1) & mask;
  return slot;
}
