import { ChunkedUint32 } from '../../collections/chunked-uint32.js';

/** The part of a hash that does not select its bucket has at most 16 bits. */
const FEWEST_BUCKETS = 2 ** 16;
const PER_BUCKET = 4;

/**
 * Maps hashed keys to record numbers, in three typed arrays: a hash table without objects, so that hundreds of millions of keys
 * cost seven bytes each. Two keys with the same 32-bit hash share a list, so callers must check the records.
 */
export class KeyIndex {
  /** The start of each bucket, then the end of the last. */
  readonly #starts: Uint32Array;
  readonly #records: Uint32Array;
  /** The upper half of each hash; the lower half, and more, selects a bucket. */
  readonly #tags: Uint16Array;

  constructor({ hashes, records }: KeyList) {
    const { length } = hashes;
    const buckets = Math.max(FEWEST_BUCKETS, 2 ** Math.ceil(Math.log2(length / PER_BUCKET + 1)));
    this.#starts = countedEnds(hashes, buckets);
    this.#records = new Uint32Array(length);
    this.#tags = new Uint16Array(length);
    // Fills each bucket backwards, so that the ends become starts.
    for (let index = length - 1; index >= 0; index--) {
      const hash = hashes.at(index);
      const bucket = hash & (buckets - 1);
      const place = (this.#starts[bucket] as number) - 1;
      this.#starts[bucket] = place;
      this.#records[place] = records.at(index);
      this.#tags[place] = hash >>> 16;
    }
  }

  /** Calls `found` for each record with the key, but for none if more than `max` records have it. */
  each(hash: number, max: number, found: (record: number) => void): void {
    const bucket = hash & (this.#starts.length - 2);
    const start = this.#starts[bucket] as number;
    const end = this.#starts[bucket + 1] as number;
    const tag = hash >>> 16;
    let count = 0;
    // Returns early in the bucket of a common word, which is looked up for each record that has the word.
    for (let place = start; place < end; place++) if (this.#tags[place] === tag && ++count > max) return;
    for (let place = start; place < end; place++) {
      if (this.#tags[place] === tag) found(this.#records[place] as number);
    }
  }
}

/** Keys with their records, from which an index is built. */
export class KeyList {
  readonly hashes = new ChunkedUint32();
  readonly records = new ChunkedUint32();

  add(hash: number, record: number): void {
    this.hashes.push(hash);
    this.records.push(record);
  }
}

function countedEnds(hashes: ChunkedUint32, buckets: number): Uint32Array {
  const ends = new Uint32Array(buckets + 1);
  for (let index = 0; index < hashes.length; index++) {
    const bucket = hashes.at(index) & (buckets - 1);
    ends[bucket] = (ends[bucket] as number) + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket++) {
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number);
  }
  return ends;
}
