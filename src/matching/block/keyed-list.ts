import { ChunkedUint32 } from '../../collections/chunked-uint32.js';
import type { KeyedRecords } from './block.js';
import { KeyIndex, KeyList } from './key-index.js';
import type { Keys } from './keys.js';
import { textHash } from './text-hash.js';

const ORDER = 13;

/** Orders records of equal rank: a hash of the id, independent of the order of loads. */
export function orderOf(id: string): number {
  return textHash(ORDER, id);
}

/** Records in memory, identified by the order in which they were added. Must be sealed before the first query. */
export class KeyedList implements KeyedRecords {
  readonly #keys = new KeyList();
  readonly #owns = new ChunkedUint32();
  readonly #orders = new ChunkedUint32();
  readonly #registerOf: (record: number) => string;
  #index: KeyIndex | undefined;

  constructor(registerOf = (_record: number) => '') {
    this.#registerOf = registerOf;
  }

  add(id: string, { keys, spare, own }: Keys): void {
    const record = this.#owns.length;
    for (const { hash } of keys) this.#keys.add(hash, record);
    for (const { hash } of spare) this.#keys.add(hash, record);
    this.#owns.push(bitsOf(own));
    this.#orders.push(orderOf(id));
  }

  seal(): KeyIndex {
    this.#index ??= new KeyIndex(this.#keys);
    return this.#index;
  }

  each(hash: number, max: number, found: (record: number) => void): void {
    this.seal().each(hash, max, found);
  }

  own(record: number): number {
    return numberOfBits(this.#owns.at(record));
  }

  register(record: number): string {
    return this.#registerOf(record);
  }

  order(record: number): number {
    return this.#orders.at(record);
  }
}

const FLOAT = new Float32Array(1);
const BITS = new Uint32Array(FLOAT.buffer);

function bitsOf(number: number): number {
  FLOAT[0] = number;
  return BITS[0] as number;
}

function numberOfBits(bits: number): number {
  BITS[0] = bits;
  return FLOAT[0] as number;
}
