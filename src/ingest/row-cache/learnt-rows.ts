import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { Bitset } from '../../collections/bitset.js';
import { Fingerprints, WORDS } from './fingerprints.js';
import type { KnownEntity, RowPrint } from './row-print.js';

const RECORDS_PER_BLOCK = 65_536;

interface LearntLimits {
  readonly max?: number;
  readonly recordsPerBlock?: number;
}

/**
 * The fingerprints learnt by a run, in step order. A new record is stored under its step, because its number
 * is only known when the stage is applied. Full blocks are written to a file. After eight million rows (128
 * MB in the next run), nothing more is learnt; other records are mapped each time.
 */
export class LearntRows {
  readonly #max: number;
  readonly #recordsPerBlock: number;
  readonly #full: SpilledBlocks;
  #last: Block;
  /** Stored records that came after learning stopped. */
  readonly #late = new Bitset();
  #count = 0;

  constructor(
    spillPath: string,
    { max = 8_000_000, recordsPerBlock = RECORDS_PER_BLOCK }: LearntLimits = {},
  ) {
    this.#max = max;
    this.#recordsPerBlock = recordsPerBlock;
    this.#full = new SpilledBlocks(spillPath, recordsPerBlock * WORDS);
    this.#last = new Block(recordsPerBlock);
  }

  /** Learns a row of a stored record. Without a fingerprint, the record is forgotten. */
  learn(number: number, print: RowPrint | undefined): void {
    if (this.#count === this.#max) {
      this.#late.add(number);
      return;
    }
    if (print) this.#last.rows.put(this.#last.next(), number, print);
    else this.#last.rows.putForgotten(this.#last.next(), number);
    this.#added();
  }

  /** Learns a row of a record that the step adds. */
  learnNew(step: number, print: RowPrint | undefined): void {
    if (!print || this.#count === this.#max) return;
    this.#last.rows.putNew(this.#last.next(), step, print);
    this.#added();
  }

  /**
   * Yields the cache after the run, in blocks of words; call once. `base`: offset of new record numbers;
   * `dropped`: steps that were not applied; `stays`: whether a record that the run did not learn again still
   * exists.
   */
  *remembered(
    before: Iterable<KnownEntity>,
    base: number,
    dropped: ReadonlySet<number>,
    stays: (number: number) => boolean,
  ): Generator<Int32Array> {
    const settled = new SettledRows(base, dropped, this.#late);
    const last = settled.words(this.#last.take());
    for (let block = this.#full.count - 1; block >= 0; block -= 1) {
      this.#full.replace(block, settled.words(this.#full.read(block)));
    }
    const kept = new Block(this.#recordsPerBlock);
    for (const known of before) {
      if (settled.named.has(known.number) || !stays(known.number)) continue;
      kept.rows.put(kept.next(), known.number, known);
      if (kept.isFull) yield kept.take();
    }
    yield kept.take();
    for (let block = 0; block < this.#full.count; block += 1) yield this.#full.read(block);
    yield last;
  }

  #added(): void {
    this.#count += 1;
    if (this.#last.isFull) this.#full.push(this.#last.take());
  }
}

class Block {
  readonly rows: Fingerprints;
  #length = 0;

  constructor(records: number) {
    this.rows = new Fingerprints(new Int32Array(records * WORDS));
  }

  get isFull(): boolean {
    return this.#length === this.rows.count;
  }

  /** Returns the next free place, which must be filled. */
  next(): number {
    this.#length += 1;
    return this.#length - 1;
  }

  take(): Int32Array {
    const taken = this.rows.words.slice(0, this.#length * WORDS);
    this.#length = 0;
    return taken;
  }
}

/** The last of several entries for a record counts, so blocks are processed from the last to the first. */
class SettledRows {
  /** All records with an entry. */
  readonly named: Bitset;
  readonly #base: number;
  readonly #dropped: ReadonlySet<number>;

  constructor(base: number, dropped: ReadonlySet<number>, named: Bitset) {
    this.#base = base;
    this.#dropped = dropped;
    this.named = named;
  }

  /** The entries of the block that count, with record numbers. */
  words(words: Int32Array): Int32Array {
    const rows = new Fingerprints(words);
    for (let place = rows.count - 1; place >= 0; place -= 1) {
      const reference = rows.number(place);
      const isNew = rows.isNew(place);
      const number = isNew ? this.#base + reference : reference;
      const isDropped = isNew && this.#dropped.has(reference);
      if (!isDropped && this.named.add(number)) rows.settle(place, number);
      else rows.forget(place);
    }
    return rows.remembered();
  }
}

/** Blocks of words in a file; only requested ones are in memory. The owner deletes the file. */
class SpilledBlocks {
  readonly #path: string;
  readonly #blockBytes: number;
  /** Length of each block, in words. */
  readonly #lengths: number[] = [];

  constructor(path: string, maxWords: number) {
    this.#path = path;
    this.#blockBytes = maxWords * Int32Array.BYTES_PER_ELEMENT;
  }

  get count(): number {
    return this.#lengths.length;
  }

  push(words: Int32Array): void {
    this.replace(this.count, words);
  }

  replace(block: number, words: Int32Array): void {
    this.#lengths[block] = words.length;
    this.#withFile(block === 0 && this.count === 1 ? 'w' : 'r+', (file) =>
      throughout(block * this.#blockBytes, words, (at, rest) => writeSync(file, rest, 0, rest.length, at)),
    );
  }

  read(block: number): Int32Array {
    const words = new Int32Array(this.#lengths[block] ?? 0);
    this.#withFile('r', (file) =>
      throughout(block * this.#blockBytes, words, (at, rest) => readSync(file, rest, 0, rest.length, at)),
    );
    return words;
  }

  /** Opened for each block, so that no handle leaks if a run ends early. */
  #withFile(mode: 'w' | 'r+' | 'r', work: (file: number) => void): void {
    const file = openSync(this.#path, mode);
    try {
      work(file);
    } finally {
      closeSync(file);
    }
  }
}

function throughout(start: number, words: Int32Array, move: (at: number, rest: Uint8Array) => number): void {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  for (let done = 0; done < bytes.length; ) {
    const moved = move(start + done, bytes.subarray(done));
    if (moved === 0) throw new RangeError('The file was truncated while it was being read.');
    done += moved;
  }
}
