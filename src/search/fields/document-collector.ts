import type { Adjacency } from '../sets/adjacency.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { DenseBitmapBuilder } from '../sets/bitmap/dense-bitmap-builder.js';
import { bitmapOfNumbers } from '../sets/bitmap/make.js';
import { unionOf } from '../sets/bitmap/union.js';
import type { NumberSet } from '../sets/number-set.js';
import { distinct, sortNumbers } from '../sets/sorted-lists.js';
import type { NumberRange } from '../texts/sorted-texts.js';

/** The max number of documents sorted in one batch: bounds scratch memory, and takes about a millisecond. */
const BATCH = 65_536;
const SMALLEST_BATCH = 1_024;
/**
 * From this share of all documents on (1/N), a bitmap of all documents is faster than sorting, although it is then scanned in
 * full. Measured: 150,000 of 5 million and 400,000 of 20 million take the same time both ways.
 */
const MANY_IS_ONE_IN = 64;
const MIN_MANY = 2 * BATCH;

/** Maps names to the documents of their owners. Reuses its scratch memory: create one per thread. */
export class DocumentCollector {
  readonly #groups: Adjacency | null;
  readonly #documentCount: number;
  readonly #many: number;
  readonly #few: number;
  readonly #batch: Uint32Array;
  readonly #scratch: Uint32Array;
  #filled = 0;
  #documents: Bitmap | null = null;
  #builder: DenseBitmapBuilder | null = null;
  #isMarking = false;

  /** `groups`: null if the owners are documents. `few`: the max size of a list; larger results are bitmaps. */
  constructor(groups: Adjacency | null, documentCount: number, few = 0) {
    this.#groups = groups;
    this.#documentCount = documentCount;
    this.#few = Math.min(few, BATCH);
    this.#many = Math.max(MIN_MANY, documentCount / MANY_IS_ONE_IN);
    const batch = Math.min(BATCH, Math.max(SMALLEST_BATCH, documentCount, this.#few));
    this.#batch = new Uint32Array(batch);
    this.#scratch = new Uint32Array(batch);
  }

  documentsOf(owners: Adjacency, names: NumberRange | Uint32Array): NumberSet {
    this.#documents = null;
    this.#filled = 0;
    this.#isMarking = this.#isMany(owners, names);
    if (names instanceof Uint32Array) for (const name of names) this.#addName(owners, name);
    else for (let name = names.from; name < names.to; name++) this.#addName(owners, name);
    if (this.#isMarking) return this.#wholeBuilder().take();
    if (this.#documents === null && this.#filled <= this.#few) return distinct(this.#sorted()).slice();
    return this.#flushed();
  }

  #addName(owners: Adjacency, name: number): void {
    if (this.#groups === null) {
      this.#addRun(owners, name);
      return;
    }
    const end = owners.starts[name + 1] as number;
    for (let at = owners.starts[name] as number; at < end; at++) {
      this.#addRun(this.#groups, owners.values[at] as number);
    }
  }

  #addRun(many: Adjacency, from: number): void {
    const end = many.starts[from + 1] as number;
    if (this.#isMarking) {
      this.#wholeBuilder().addRun(many.values, many.starts[from] as number, end);
      return;
    }
    for (let at = many.starts[from] as number; at < end; at++) {
      if (this.#filled === this.#batch.length) this.#flushed();
      this.#batch[this.#filled++] = many.values[at] as number;
    }
  }

  /** Stops counting as soon as the result is known. */
  #isMany(owners: Adjacency, names: NumberRange | Uint32Array): boolean {
    const isList = names instanceof Uint32Array;
    const count = isList ? names.length : names.to - names.from;
    let documents = 0;
    for (let at = 0; at < count && documents < this.#many; at++) {
      documents += this.#weightOf(owners, isList ? (names[at] as number) : names.from + at);
    }
    return documents >= this.#many;
  }

  #weightOf(owners: Adjacency, name: number): number {
    const from = owners.starts[name] as number;
    const to = owners.starts[name + 1] as number;
    if (this.#groups === null) return to - from;
    let sum = 0;
    for (let at = from; at < to; at++) {
      const group = owners.values[at] as number;
      sum += (this.#groups.starts[group + 1] as number) - (this.#groups.starts[group] as number);
    }
    return sum;
  }

  #wholeBuilder(): DenseBitmapBuilder {
    this.#builder ??= new DenseBitmapBuilder(this.#documentCount);
    return this.#builder;
  }

  /** Returns a view of scratch memory. */
  #sorted(): Uint32Array {
    const sorted = sortNumbers(this.#batch.subarray(0, this.#filled), this.#scratch, this.#documentCount);
    this.#filled = 0;
    return sorted;
  }

  #flushed(): Bitmap {
    const more = bitmapOfNumbers(this.#sorted());
    this.#documents = this.#documents === null ? more : unionOf([this.#documents, more]);
    return this.#documents;
  }
}
