import { firstPast } from './bisect.js';
import type { Column } from './column.js';
import type { Container } from './container.js';
import { foundOnce, type Narrowing } from './narrowing.js';
import { onlyThose } from './only-those.js';
import { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import { NONE, type RangeFilter } from './types.js';

/** The values of so many documents are read in the time in which a range of runs is found. */
const FEW = 256;

/** Runs of equal values in document order: neighbouring runs that lie in the range become one run of documents. */
export class RunColumn implements Column {
  readonly #values: Int32Array;
  readonly #starts: Uint32Array;
  /** As dates do in rank order, newest first; what has no value comes last. */
  readonly #falls: boolean;

  constructor(container: Container, section: string) {
    this.#values = container.int32(`${section}/values`);
    this.#starts = container.uint32(`${section}/starts`);
    this.#falls = this.#values.every((value, run, all) => run === 0 || value <= (all[run - 1] as number));
  }

  within(range: RangeFilter, temporaries: Temporaries): Narrowing {
    const find = () => this.#allWithin(range, temporaries);
    const ofFew = (among: RoaringBitmap32) => temporaries.keep(this.#fewWithin(range, among));
    return foundOnce({ find, few: FEW, ofFew }, temporaries);
  }

  valueOf(document: number): number {
    const after = firstPast(1, this.#values.length, (run) => (this.#starts[run] as number) > document);
    return this.#values[after - 1] ?? NONE;
  }

  #fewWithin({ from, to }: RangeFilter, among: RoaringBitmap32): RoaringBitmap32 {
    const isWithin = (document: number) => {
      const value = this.valueOf(document);
      return value !== NONE && (from === null || value >= from) && (to === null || value <= to);
    };
    return new RoaringBitmap32(onlyThose(among.toUint32Array(), isWithin));
  }

  #allWithin(range: RangeFilter, temporaries: Temporaries): RoaringBitmap32 {
    const least = Math.max(NONE + 1, range.from ?? NONE + 1);
    const most = range.to ?? 2_147_483_647;
    const documents = temporaries.none();
    if (this.#falls) this.#addBetween(this.#firstBelow(most + 1), this.#firstBelow(least), documents);
    else this.#addRuns(least, most, documents);
    return documents;
  }

  #addRuns(least: number, most: number, documents: RoaringBitmap32): void {
    let begun = -1;
    for (let run = 0; run <= this.#values.length; run++) {
      const value = this.#values[run] ?? NONE;
      const isIn = value !== NONE && value >= least && value <= most;
      if (isIn && begun < 0) begun = run;
      if (isIn || begun < 0) continue;
      this.#addBetween(begun, run, documents);
      begun = -1;
    }
  }

  /** All documents of the runs from one up to another. */
  #addBetween(from: number, to: number, documents: RoaringBitmap32): void {
    if (from < to) documents.addRange(this.#starts[from] as number, this.#starts[to] as number);
  }

  /** The first run of a lower value, among values that fall. */
  #firstBelow(value: number): number {
    return firstPast(0, this.#values.length, (run) => (this.#values[run] as number) < value);
  }
}
