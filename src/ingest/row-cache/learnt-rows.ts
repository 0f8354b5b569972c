import { Bitset } from '../../collections/bitset.js';
import { Fingerprints, WORDS } from './fingerprints.js';
import type { KnownEntity, RowPrint } from './row-print.js';
import { SettledRows } from './settled-rows.js';
import { SpilledBlocks } from './spilled-blocks.js';

const RECORDS_PER_BLOCK = 65_536;

export interface LearntLimits {
  readonly most?: number;
  readonly recordsPerBlock?: number;
}

/**
 * The rows that one run learns, in the order of its steps. A new record is kept under the step that adds it, because
 * its number is known only when the stage is applied. Full blocks lie in a file until then. Beyond eight million rows,
 * which the next run holds in 128 MB, nothing more is learnt: those records are mapped each time.
 */
export class LearntRows {
  readonly #most: number;
  readonly #recordsPerBlock: number;
  readonly #full: SpilledBlocks;
  #last: Block;
  /** Stored records named when nothing more was learnt. */
  readonly #late = new Bitset();
  #count = 0;

  constructor(
    spillPath: string,
    { most = 8_000_000, recordsPerBlock = RECORDS_PER_BLOCK }: LearntLimits = {},
  ) {
    this.#most = most;
    this.#recordsPerBlock = recordsPerBlock;
    this.#full = new SpilledBlocks(spillPath, recordsPerBlock * WORDS);
    this.#last = new Block(recordsPerBlock);
  }

  /** Learns a row of a stored record. Without a print, what was known of it is forgotten. */
  learn(number: number, print: RowPrint | undefined): void {
    if (this.#count === this.#most) {
      this.#late.add(number);
      return;
    }
    if (print) this.#last.rows.put(this.#last.next(), number, print);
    else this.#last.rows.putForgotten(this.#last.next(), number);
    this.#added();
  }

  /** Learns a row of a record that the step adds. */
  learnNew(step: number, print: RowPrint | undefined): void {
    if (!print || this.#count === this.#most) return;
    this.#last.rows.putNew(this.#last.next(), step, print);
    this.#added();
  }

  /**
   * All that is known after the run, in blocks of words; to be asked once. `base` is what the numbers of new records
   * count on from, `dropped` the steps that were not applied, `stays` whether a record that the run did not learn
   * again is still live.
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

  /** The next free place, which is to be filled. */
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
