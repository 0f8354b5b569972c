import { upperBound } from '../../../collections/bisect.js';
import type { Container } from '../../format/container.js';
import { NONE, type RangeFilter } from '../../format/types.js';
import type { Bitmap } from '../../sets/bitmap/bitmap.js';
import { bitmapOfRanges } from '../../sets/bitmap/make.js';
import { countBelow, type DocumentFilter, lazyFilter } from '../../sets/number-set.js';
import { filterInPlace } from '../../sets/sorted-lists.js';
import type { Column } from './column.js';

type DocumentRange = readonly [from: number, to: number];

/** Stores runs of equal values in document order. Adjacent runs within a range become one range of documents. */
export class RunColumn implements Column {
  readonly #values: Int32Array;
  readonly #starts: Uint32Array;
  /** True for dates in rank order: newest first, documents without a value last. */
  readonly isInOrder: boolean;

  constructor(container: Container, section: string) {
    this.#values = container.int32(`${section}/values`);
    this.#starts = container.uint32(`${section}/starts`);
    this.isInOrder = this.#values.every((value, run, all) => run === 0 || value <= (all[run - 1] as number));
  }

  get bounds(): { min: number; max: number } {
    let [min, max] = [0, 0];
    let isFirst = true;
    for (const value of this.#values) {
      if (value === NONE) continue;
      min = isFirst ? value : Math.min(min, value);
      max = isFirst ? value : Math.max(max, value);
      isFirst = false;
    }
    return { min, max };
  }

  within(range: RangeFilter): DocumentFilter {
    const find = () => this.#allWithin(range);
    return lazyFilter({ find, ofList: (among) => this.#listWithin(range, among) });
  }

  valueOf(document: number): number {
    const after = upperBound(1, this.#values.length, (run) => (this.#starts[run] as number) > document);
    return this.#values[after - 1] ?? NONE;
  }

  #listWithin(range: RangeFilter, among: Uint32Array): Uint32Array {
    const { min, max } = endsOf(range);
    if (!this.isInOrder) {
      const isWithin = (value: number) => value !== NONE && value >= min && value <= max;
      return filterInPlace(among.slice(), (document) => isWithin(this.valueOf(document)));
    }
    const from = this.#starts[this.#firstBelow(max + 1)] as number;
    const to = this.#starts[this.#firstBelow(min)] as number;
    return among.subarray(countBelow(among, from), countBelow(among, to));
  }

  #allWithin(range: RangeFilter): Bitmap {
    const { min, max } = endsOf(range);
    return bitmapOfRanges(
      this.isInOrder
        ? [this.#between(this.#firstBelow(max + 1), this.#firstBelow(min))]
        : this.#rangesOf(min, max),
    );
  }

  #rangesOf(min: number, max: number): DocumentRange[] {
    const ranges: DocumentRange[] = [];
    let begun = -1;
    for (let run = 0; run <= this.#values.length; run++) {
      const value = this.#values[run] ?? NONE;
      const isIn = value !== NONE && value >= min && value <= max;
      if (isIn && begun < 0) begun = run;
      if (isIn || begun < 0) continue;
      ranges.push(this.#between(begun, run));
      begun = -1;
    }
    return ranges;
  }

  /** Returns the documents of the runs `from` (inclusive) to `to` (exclusive). */
  #between(from: number, to: number): DocumentRange {
    return [this.#starts[from] as number, this.#starts[to] as number];
  }

  /** Returns the first run with a lower value. Requires descending values. */
  #firstBelow(value: number): number {
    return upperBound(0, this.#values.length, (run) => (this.#values[run] as number) < value);
  }
}

/** Values are integers from `NONE` + 1 to 2^31 - 1. */
function endsOf({ from, to }: RangeFilter) {
  return { min: Math.max(NONE + 1, from ?? NONE + 1), max: to ?? 2_147_483_647 };
}
