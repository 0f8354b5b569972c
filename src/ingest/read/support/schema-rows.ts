import { hash } from 'node:crypto';
import { Hash64 } from '../../../collections/hash.js';
import type { KnownEntity } from '../../row-cache/row-print.js';
import type { StoredRows } from '../../row-cache/stored-rows.js';

/** Recognises the rows of one file by a 64-bit hash of their text. */
export class ShapeRows {
  readonly key: string;
  hits = 0;
  readonly #memory: StoredRows;
  readonly #hash: Hash64;

  constructor(memory: StoredRows, key: string) {
    this.key = key;
    this.#memory = memory;
    const seed = hash('sha1', `${memory.seed}\n${key}`, 'buffer');
    this.#hash = new Hash64(seed.readInt32LE(0), seed.readInt32LE(4));
  }

  /** The fingerprint of the last text, in two halves. */
  get high(): number {
    return this.#hash.high;
  }

  get low(): number {
    return this.#hash.low;
  }

  find(text: string, start: number, end: number): KnownEntity | undefined {
    this.print(text, start, end);
    const known = this.#memory.find(this.high, this.low);
    if (known) this.hits += 1;
    return known;
  }

  print(text: string, start: number, end: number): void {
    this.#hash.take(text, start, end);
  }
}
