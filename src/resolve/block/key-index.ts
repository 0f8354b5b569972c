/**
 * From hashed keys to record numbers, in three typed arrays: a hash table without objects, so that millions of
 * keys cost eight bytes each. Two keys of one 32-bit hash share a list; scoring tells their records apart.
 */
export class KeyIndex {
  readonly #starts: Uint32Array;
  readonly #records: Uint32Array;
  readonly #hashes: Uint32Array;

  constructor(hashes: Uint32Array, records: Uint32Array) {
    const buckets = 2 ** Math.max(1, Math.ceil(Math.log2(hashes.length + 1)));
    this.#starts = countedStarts(hashes, buckets);
    this.#records = new Uint32Array(records.length);
    this.#hashes = new Uint32Array(hashes.length);
    const next = this.#starts.slice();
    for (let index = 0; index < hashes.length; index++) {
      const hash = hashes[index] ?? 0;
      const bucket = hash & (buckets - 1);
      const place = next[bucket] ?? 0;
      next[bucket] = place + 1;
      this.#records[place] = records[index] ?? 0;
      this.#hashes[place] = hash;
    }
  }

  /** Calls `found` for each record of the key, or not at all where more than `most` records share it. */
  each(hash: number, most: number, found: (record: number) => void): void {
    const bucket = hash & (this.#starts.length - 2);
    const start = this.#starts[bucket] ?? 0;
    const end = this.#starts[bucket + 1] ?? 0;
    let count = 0;
    for (let place = start; place < end; place++) if (this.#hashes[place] === hash) count++;
    if (count === 0 || count > most) return;
    for (let place = start; place < end; place++) {
      if (this.#hashes[place] === hash) found(this.#records[place] ?? 0);
    }
  }
}

function countedStarts(hashes: Uint32Array, buckets: number): Uint32Array {
  const starts = new Uint32Array(buckets + 1);
  for (const hash of hashes) {
    const after = (hash & (buckets - 1)) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let bucket = 1; bucket <= buckets; bucket++) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  }
  return starts;
}
