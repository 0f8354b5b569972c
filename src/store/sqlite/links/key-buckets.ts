import { CandidatesOutgrownError } from '../../data/candidates.js';
import type { Sqlite } from '../file/driver.js';

const BYTES = 6;
/** Maximum number of rows that a caller may request for a key; a counted key that falls to it must be listed again. */
const FEWEST_COUNTED = 1_000;

/** Number of parts of the buckets. The buckets of a part are adjacent and written together. */
const PARTS = 16;

/** A stored bucket, and the entries added and removed since; no entry is in both. */
interface Bucket {
  readonly rows: Buffer;
  readonly come: Buffer;
  readonly gone: Buffer;
}

const NO_ENTRIES = Buffer.alloc(0);

/**
 * Maps hashed keys to row numbers. A bucket contains the rows of all keys with the same lowest bits: the upper half of the hash
 * and the number, six bytes each. The keys of one changed row are spread over all buckets, each on a page of its own, so
 * additions and removals are collected in a small table until there are many.
 */
export class KeyBuckets {
  readonly #sql;
  readonly #counted: Map<number, number>;
  readonly #maxListed: number;
  #mask: number;

  constructor(database: Sqlite, table: string, { mask, maxListed }: { mask: number; maxListed: number }) {
    this.#maxListed = maxListed;
    this.#mask = mask;
    this.#sql = prepare(database, table);
    this.#counted = new Map(
      database.prepare<[], [number, number]>(`SELECT hash, "rows" FROM ${table}_counted`).raw().all(),
    );
  }

  clear(mask: number): void {
    this.#sql.clear.run();
    this.#sql.clearRecent.run();
    this.#sql.clearCounted.run();
    this.#counted.clear();
    this.#mask = mask;
  }

  withKey(hash: number, max: number): readonly number[] | undefined {
    if (this.#counted.has(hash)) return undefined;
    const rows = rowsWithKey(hash, this.#read(hash & this.#mask));
    return rows.length > max ? undefined : rows;
  }

  add(hash: number, number: number): void {
    const counted = this.#counted.get(hash);
    if (counted !== undefined) {
      this.#count(hash, counted + 1);
      return;
    }
    const at = hash & this.#mask;
    const { size, come, gone } = this.#recentOf(at);
    const entry = entryOf(hash, number);
    const left = without(gone, entry);
    const recent = left === gone ? { come: Buffer.concat([come, entry]), gone } : { come, gone: left };
    if (size + recent.come.length > this.#maxListed * BYTES) {
      const now = { rows: this.#read(at).rows, ...recent };
      if (rowsWithKey(hash, now).length > this.#maxListed) {
        this.#put(at, merged(now), [hash]);
        return;
      }
    }
    this.#putRecent(at, recent);
  }

  drop(hash: number, number: number): void {
    const counted = this.#counted.get(hash);
    if (counted !== undefined) {
      if (counted - 1 <= FEWEST_COUNTED) throw new CandidatesOutgrownError(`The key ${hash} is rare again.`);
      this.#count(hash, counted - 1);
      return;
    }
    const at = hash & this.#mask;
    const { rows, come, gone } = this.#read(at);
    const entry = entryOf(hash, number);
    const left = without(come, entry);
    if (left !== come) this.#putRecent(at, { come: left, gone });
    else if (placeOf(rows, entry) >= 0 && placeOf(gone, entry) < 0)
      this.#putRecent(at, { come, gone: Buffer.concat([gone, entry]) });
  }

  /** Merges recent changes into the buckets, if half of all buckets have any. */
  mergeRecent(): void {
    const inPart = (this.#mask + 1) / PARTS;
    while ((this.#sql.countRecent.get() ?? 0) > (this.#mask + 1) / 2) {
      const part = this.#sql.fullest.get(inPart) ?? 0;
      for (const bucket of this.#sql.recentIn.all(part * inPart, (part + 1) * inPart)) {
        this.#put(bucket, merged(this.#read(bucket)), []);
      }
    }
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
    const before = merged(this.#read(bucket));
    const added = Buffer.allocUnsafe(order.length * BYTES);
    const matches = new Set<number>();
    let length = 0;
    for (const place of order) {
      const at = place % 2 ** 26;
      const hash = hashes[at] as number;
      const counted = this.#counted.get(hash);
      if (counted !== undefined) {
        this.#counted.set(hash, counted + 1);
        matches.add(hash);
        continue;
      }
      added.writeUInt16LE(hash >>> 16, length);
      added.writeUInt32LE(numbers[at] as number, length + 2);
      length += BYTES;
      matches.add(hash);
    }
    for (const hash of matches) {
      const counted = this.#counted.get(hash);
      if (counted !== undefined) this.#count(hash, counted);
    }
    this.#put(bucket, Buffer.concat([before, added.subarray(0, length)]), matches);
  }

  #read(bucket: number): Bucket {
    return bucketOf(this.#sql.get.get(bucket, bucket, bucket));
  }

  /** Does not read the rows: a bucket of parties can have as many rows as there are parties. */
  #recentOf(bucket: number) {
    const [size, come, gone] = this.#sql.recentOf.get(bucket, bucket, bucket) ?? [null, null, null];
    return { size: size ?? 0, come: come ?? NO_ENTRIES, gone: gone ?? NO_ENTRIES };
  }

  #putRecent(bucket: number, { come, gone }: Pick<Bucket, 'come' | 'gone'>): void {
    if (come.length + gone.length === 0) this.#sql.dropRecent.run(bucket);
    else this.#sql.putRecent.run(bucket, come, gone);
  }

  /** Keys that exceed the limit of lists are only counted from now on. */
  #put(bucket: number, rows: Buffer, changed: Iterable<number>): void {
    let left = rows;
    if (rows.length > this.#maxListed * BYTES) {
      for (const hash of changed) {
        const count = rowsWithKey(hash, { rows: left, come: NO_ENTRIES, gone: NO_ENTRIES }).length;
        if (count <= this.#maxListed || this.#counted.has(hash)) continue;
        this.#count(hash, count);
        left = withoutKey(left, hash >>> 16);
      }
    }
    if (left.length === 0) this.#sql.drop.run(bucket);
    else this.#sql.put.run(bucket, left);
    this.#sql.dropRecent.run(bucket);
  }

  #count(hash: number, rows: number): void {
    this.#counted.set(hash, rows);
    this.#sql.count.run(hash, rows);
  }
}

type BucketRow = readonly [rows: Buffer | null, come: Buffer | null, gone: Buffer | null];

/** The columns of a bucket; its number is bound three times. */
export function bucketColumns(table: string, number = '?', rows = '"rows"'): string {
  return `(SELECT ${rows} FROM ${table}_buckets WHERE bucket = ${number}),
    (SELECT come FROM ${table}_recent WHERE bucket = ${number}), (SELECT gone FROM ${table}_recent WHERE bucket = ${number})`;
}

export function bucketOf(row: BucketRow | undefined): Bucket {
  const [rows, come, gone] = row ?? [null, null, null];
  return { rows: rows ?? NO_ENTRIES, come: come ?? NO_ENTRIES, gone: gone ?? NO_ENTRIES };
}

/** Row numbers of the bucket that have the key. */
export function rowsWithKey(hash: number, { rows, come, gone }: Bucket): number[] {
  const tag = hash >>> 16;
  const found = numbersOf(tag, rows);
  if (gone.length > 0) {
    const left = new Set(numbersOf(tag, gone));
    return [...found.filter((number) => !left.has(number)), ...numbersOf(tag, come)];
  }
  return come.length > 0 ? [...found, ...numbersOf(tag, come)] : found;
}

function numbersOf(tag: number, entries: Buffer): number[] {
  const found: number[] = [];
  for (let at = 0; at < entries.length; at += BYTES) {
    if (entries.readUInt16LE(at) === tag) found.push(entries.readUInt32LE(at + 2));
  }
  return found;
}

/** The bucket with its recent changes. */
function merged({ rows, come, gone }: Bucket): Buffer {
  let left = rows;
  for (let at = 0; at < gone.length; at += BYTES) left = without(left, gone.subarray(at, at + BYTES));
  return come.length === 0 ? left : Buffer.concat([left, come]);
}

function entryOf(hash: number, number: number): Buffer {
  const entry = Buffer.allocUnsafe(BYTES);
  entry.writeUInt16LE(hash >>> 16, 0);
  entry.writeUInt32LE(number, 2);
  return entry;
}

function placeOf(rows: Buffer, entry: Buffer): number {
  let at = rows.indexOf(entry);
  while (at >= 0 && at % BYTES !== 0) at = rows.indexOf(entry, at + 1);
  return at;
}

/** Returns the buffer itself if the entry is not in it. */
function without(rows: Buffer, entry: Buffer): Buffer {
  const place = placeOf(rows, entry);
  return place < 0 ? rows : Buffer.concat([rows.subarray(0, place), rows.subarray(place + BYTES)]);
}

function withoutKey(rows: Buffer, tag: number): Buffer {
  const remaining: Buffer[] = [];
  for (let at = 0; at < rows.length; at += BYTES) {
    if (rows.readUInt16LE(at) !== tag) remaining.push(rows.subarray(at, at + BYTES));
  }
  return Buffer.concat(remaining);
}

function prepare(database: Sqlite, table: string) {
  return {
    get: database.prepare<[number, number, number], BucketRow>(`SELECT ${bucketColumns(table)}`).raw(),
    recentOf: database
      .prepare<[number, number, number], readonly [number | null, Buffer | null, Buffer | null]>(
        `SELECT ${bucketColumns(table, '?', 'length("rows")')}`,
      )
      .raw(),
    put: database.prepare(`INSERT OR REPLACE INTO ${table}_buckets VALUES (?, ?)`),
    drop: database.prepare(`DELETE FROM ${table}_buckets WHERE bucket = ?`),
    putRecent: database.prepare(`INSERT OR REPLACE INTO ${table}_recent VALUES (?, ?, ?)`),
    dropRecent: database.prepare(`DELETE FROM ${table}_recent WHERE bucket = ?`),
    countRecent: database.prepare<[], number>(`SELECT count(*) FROM ${table}_recent`).pluck(),
    fullest: database
      .prepare<[number], number>(
        `SELECT bucket / ? AS part FROM ${table}_recent GROUP BY part ORDER BY count(*) DESC, part LIMIT 1`,
      )
      .pluck(),
    recentIn: database
      .prepare<[number, number], number>(
        `SELECT bucket FROM ${table}_recent WHERE bucket >= ? AND bucket < ? ORDER BY bucket`,
      )
      .pluck(),
    count: database.prepare(`INSERT OR REPLACE INTO ${table}_counted VALUES (?, ?)`),
    clear: database.prepare(`DELETE FROM ${table}_buckets`),
    clearRecent: database.prepare(`DELETE FROM ${table}_recent`),
    clearCounted: database.prepare(`DELETE FROM ${table}_counted`),
  };
}
