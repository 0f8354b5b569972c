import { firstPast } from './bisect.js';
import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import type { ColumnAbout } from './layout.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import { NONE, type RangeFilter } from './types.js';

export interface Column {
  /** Documents whose value lies in the range, both ends included; those without a value never do. */
  within(range: RangeFilter, temporaries: Temporaries): RoaringBitmap32;
  /** The document's own; `NONE` where unknown. */
  valueOf(document: number): number;
}

export function openColumn(container: Container, section: string, about: ColumnAbout): Column {
  if (about.kind === 'runs') return new RunColumn(container, section);
  return new SliceColumn(container, section, about.lowest, about.highest);
}

/** Runs of equal values in document order: neighbouring runs that lie in the range become one run of documents. */
class RunColumn implements Column {
  readonly #values: Int32Array;
  readonly #starts: Uint32Array;
  /** As dates do in rank order, newest first; what has no value comes last. */
  readonly #falls: boolean;

  constructor(container: Container, section: string) {
    this.#values = container.int32(`${section}/values`);
    this.#starts = container.uint32(`${section}/starts`);
    this.#falls = this.#values.every((value, run, all) => run === 0 || value <= (all[run - 1] as number));
  }

  within(range: RangeFilter, temporaries: Temporaries): RoaringBitmap32 {
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

  valueOf(document: number): number {
    const after = firstPast(1, this.#values.length, (run) => (this.#starts[run] as number) > document);
    return this.#values[after - 1] ?? NONE;
  }
}

/** Bit slices: one bitmap operation for each bit of a bound. See `writeSlices` for what the bitmaps hold. */
class SliceColumn implements Column {
  readonly #slices: BitmapTable;
  readonly #lowest: number;
  readonly #highest: number;

  constructor(container: Container, section: string, lowest: number, highest: number) {
    this.#slices = new BitmapTable(container, section);
    this.#lowest = lowest;
    this.#highest = highest;
  }

  within({ from, to }: RangeFilter, temporaries: Temporaries): RoaringBitmap32 {
    const upTo = this.#upTo(to ?? this.#highest, temporaries);
    if (from === null || from <= this.#lowest) return upTo;
    return temporaries.andNot(upTo, this.#upTo(Math.ceil(from) - 1, temporaries));
  }

  valueOf(document: number): number {
    if (!this.#slices.get(0).has(document)) return NONE;
    let steps = 0;
    for (let bit = 0; bit + 1 < this.#slices.count; bit++) {
      if (!this.#slices.get(bit + 1).has(document)) steps += 2 ** bit;
    }
    return this.#lowest + steps;
  }

  /** From the lowest bit on: documents whose bits so far make a number not above the bound's. */
  #upTo(bound: number, temporaries: Temporaries): RoaringBitmap32 {
    if (bound >= this.#highest) return this.#slices.get(0);
    if (bound < this.#lowest) return temporaries.none();
    const steps = Math.floor(bound) - this.#lowest;
    const documents = temporaries.keep(this.#slices.get(0).clone());
    for (let bit = 0; bit + 1 < this.#slices.count; bit++) {
      const clear = this.#slices.get(bit + 1);
      if (Math.floor(steps / 2 ** bit) % 2 === 1) documents.orInPlace(clear);
      else documents.andInPlace(clear);
    }
    return documents;
  }
}
