import { TWO_SEEDS, textHash } from './text-hash.js';

const FIRST_SLOTS = 1_024;
/** Of the slots so many are taken before there are more. */
const FULL = 0.7;
const [SEED, OTHER_SEED] = TWO_SEEDS;

/**
 * How often each text was counted, by two hashes of 32 bits instead of the text: 12 bytes a slot, where tens of millions in
 * a `Map` would cost gigabytes, and more than 16.7 million are refused. Among twenty million texts two are expected to be
 * taken for each other in one population of tens of thousands.
 */
export class TextCounts {
  #hashes = new Uint32Array(FIRST_SLOTS);
  #others = new Uint32Array(FIRST_SLOTS);
  #counts = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  of(text: string): number {
    return this.#counts[this.#slotOf(textHash(SEED, text), textHash(OTHER_SEED, text))] as number;
  }

  /** Gives how often it was counted before. */
  add(text: string): number {
    const [hash, other] = [textHash(SEED, text), textHash(OTHER_SEED, text)];
    const slot = this.#slotOf(hash, other);
    const before = this.#counts[slot] as number;
    this.#put(slot, hash, other, before + 1);
    if (before === 0) this.#size += 1;
    if (this.#size > this.#counts.length * FULL) this.#grow();
    return before;
  }

  /** Where it is, or would be: a free slot has no count. */
  #slotOf(hash: number, other: number): number {
    const last = this.#counts.length - 1;
    let slot = hash & last;
    while (this.#counts[slot] !== 0 && (this.#hashes[slot] !== hash || this.#others[slot] !== other)) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #put(slot: number, hash: number, other: number, count: number): void {
    this.#hashes[slot] = hash;
    this.#others[slot] = other;
    this.#counts[slot] = count;
  }

  #grow(): void {
    const [hashes, others, counts] = [this.#hashes, this.#others, this.#counts];
    const slots = counts.length * 2;
    this.#hashes = new Uint32Array(slots);
    this.#others = new Uint32Array(slots);
    this.#counts = new Uint32Array(slots);
    for (let at = 0; at < counts.length; at++) {
      if (counts[at] === 0) continue;
      const [hash, other] = [hashes[at] as number, others[at] as number];
      this.#put(this.#slotOf(hash, other), hash, other, counts[at] as number);
    }
  }
}
