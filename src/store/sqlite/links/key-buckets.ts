import { CandidatesOutgrownError } from '../../data/candidates.js';
import type { Sqlite } from '../driver.js';

const BYTES = 6;
/** The most keys that may be asked for; a counted key that falls to it has to be listed again. */
const FEWEST_COUNTED = 1_000;

/**
 * From hashed keys to numbers of rows. A bucket holds the rows of all keys that agree in their lowest bits: the upper half of
 * the hash and the number, six bytes each.
 */
export class KeyBuckets {
  readonly #sql;
  readonly #counted: Map<number, number>;
  readonly #mostListed: number;
  #mask: number;

  constructor(database: Sqlite, table: string, { mask, mostListed }: { mask: number; mostListed: number }) {
    this.#mostListed = mostListed;
    this.#mask = mask;
    this.#sql = {
      get: database.prepare<[number], Buffer>(`SELECT "rows" FROM ${table}_buckets WHERE bucket = ?`).pluck(),
      put: database.prepare(`INSERT OR REPLACE INTO ${table}_buckets VALUES (?, ?)`),
      drop: database.prepare(`DELETE FROM ${table}_buckets WHERE bucket = ?`),
      count: database.prepare(`INSERT OR REPLACE INTO ${table}_counted VALUES (?, ?)`),
      clear: database.prepare(`DELETE FROM ${table}_buckets`),
      clearCounted: database.prepare(`DELETE FROM ${table}_counted`),
    };
    this.#counted = new Map(
      database.prepare<[], [number, number]>(`SELECT hash, "rows" FROM ${table}_counted`).raw().all(),
    );
  }

  clear(mask: number): void {
    this.#sql.clear.run();
    this.#sql.clearCounted.run();
    this.#counted.clear();
    this.#mask = mask;
  }

  withKey(hash: number, most: number): readonly number[] | undefined {
    if (this.#counted.has(hash)) return undefined;
    const rows = rowsWithKey(hash, this.#sql.get.get(hash & this.#mask));
    return rows.length > most ? undefined : rows;
  }

  add(hash: number, number: number): void {
    const counted = this.#counted.get(hash);
    if (counted !== undefined) {
      this.#count(hash, counted + 1);
      return;
    }
    const before = this.#sql.get.get(hash & this.#mask) ?? Buffer.alloc(0);
    this.#put(hash & this.#mask, Buffer.concat([before, entryOf(hash, number)]), [hash]);
  }

  drop(hash: number, number: number): void {
    const counted = this.#counted.get(hash);
    if (counted !== undefined) {
      if (counted - 1 <= FEWEST_COUNTED) throw new CandidatesOutgrownError(`The key ${hash} is rare again.`);
      this.#count(hash, counted - 1);
      return;
    }
    const bucket = hash & this.#mask;
    const before = this.#sql.get.get(bucket);
    const place = before === undefined ? -1 : placeOf(before, entryOf(hash, number));
    if (before === undefined || place < 0) return;
    const after = Buffer.concat([before.subarray(0, place), before.subarray(place + BYTES)]);
    if (after.length === 0) this.#sql.drop.run(bucket);
    else this.#sql.put.run(bucket, after);
  }

  /** Hashes and numbers in pairs; sorted by bucket, so that each is written once. */
  addMany(hashes: Uint32Array, numbers: Uint32Array): void {
    const order = new Float64Array(hashes.length);
    for (let at = 0; at < order.length; at++) {
      order[at] = ((hashes[at] as number) & this.#mask) * 2 ** 26 + at;
    }
    order.sort();
    for (let from = 0; from < order.length; ) {
      const bucket = Math.floor((order[from] as number) / 2 ** 26);
      let to = from;
      while (to < order.length && Math.floor((order[to] as number) / 2 ** 26) === bucket) to += 1;
      this.#addTo(bucket, hashes, numbers, order.subarray(from, to));
      from = to;
    }
  }

  #addTo(bucket: number, hashes: Uint32Array, numbers: Uint32Array, order: Float64Array): void {
    const before = this.#sql.get.get(bucket) ?? Buffer.alloc(0);
    const added = Buffer.allocUnsafe(order.length * BYTES);
    const met = new Set<number>();
    let length = 0;
    for (const place of order) {
      const at = place % 2 ** 26;
      const hash = hashes[at] as number;
      const counted = this.#counted.get(hash);
      if (counted !== undefined) {
        this.#counted.set(hash, counted + 1);
        met.add(hash);
        continue;
      }
      added.writeUInt16LE(hash >>> 16, length);
      added.writeUInt32LE(numbers[at] as number, length + 2);
      length += BYTES;
      met.add(hash);
    }
    for (const hash of met) {
      const counted = this.#counted.get(hash);
      if (counted !== undefined) this.#count(hash, counted);
    }
    this.#put(bucket, Buffer.concat([before, added.subarray(0, length)]), met);
  }

  /** Keys that have grown beyond what is listed are counted from now on. */
  #put(bucket: number, rows: Buffer, changed: Iterable<number>): void {
    let left = rows;
    if (rows.length > this.#mostListed * BYTES) {
      for (const hash of changed) {
        const count = rowsWithKey(hash, left).length;
        if (count <= this.#mostListed || this.#counted.has(hash)) continue;
        this.#count(hash, count);
        left = without(left, hash >>> 16);
      }
    }
    this.#sql.put.run(bucket, left);
  }

  #count(hash: number, rows: number): void {
    this.#counted.set(hash, rows);
    this.#sql.count.run(hash, rows);
  }
}

/** Numbers of the rows of a bucket that have the key. */
export function rowsWithKey(hash: number, bucket: Buffer | undefined): number[] {
  const found: number[] = [];
  const tag = hash >>> 16;
  for (let at = 0; bucket !== undefined && at < bucket.length; at += BYTES) {
    if (bucket.readUInt16LE(at) === tag) found.push(bucket.readUInt32LE(at + 2));
  }
  return found;
}

function entryOf(hash: number, number: number): Buffer {
  const entry = Buffer.allocUnsafe(BYTES);
  entry.writeUInt16LE(hash >>> 16, 0);
  entry.writeUInt32LE(number, 2);
  return entry;
}

function placeOf(rows: Buffer, entry: Buffer): number {
  for (let at = 0; at < rows.length; at += BYTES) {
    if (rows.compare(entry, 0, BYTES, at, at + BYTES) === 0) return at;
  }
  return -1;
}

function without(rows: Buffer, tag: number): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < rows.length; at += BYTES) {
    if (rows.readUInt16LE(at) !== tag) kept.push(rows.subarray(at, at + BYTES));
  }
  return Buffer.concat(kept);
}
