import { hash } from 'node:crypto';
import type { KnownEntity, RowMemory } from '../../../store/store.js';

/** Knows the rows of one file again by 64 bits of a hash of their text. */
export class ShapeRows {
  readonly key: string;
  hits = 0;
  /** The print of the last text. */
  high = 0;
  low = 0;
  readonly #memory: RowMemory;
  readonly #seedHigh: number;
  readonly #seedLow: number;

  constructor(memory: RowMemory, key: string) {
    this.key = key;
    this.#memory = memory;
    const seed = hash('sha1', `${memory.seed}\n${key}`, 'buffer');
    this.#seedHigh = seed.readInt32LE(0);
    this.#seedLow = seed.readInt32LE(4);
  }

  find(text: string, start: number, end: number): KnownEntity | undefined {
    this.print(text, start, end);
    const known = this.#memory.find(this.high, this.low);
    if (known) this.hits += 1;
    return known;
  }

  /** Two walks with other factors; each step is a bijection of the one before, so that no difference is lost. */
  print(text: string, start: number, end: number): void {
    let high = this.#seedHigh ^ (end - start);
    let low = this.#seedLow;
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high = (high << 13) | (high >>> 19);
      low = Math.imul(low ^ code, 0x85ebca77);
      low = (low << 17) | (low >>> 15);
    }
    this.high = mixed(high);
    this.low = mixed(low);
  }
}

function mixed(word: number): number {
  const half = Math.imul(word ^ (word >>> 16), 0x45d9f3b);
  return half ^ (half >>> 15);
}
