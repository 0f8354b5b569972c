import { BitmapTable } from './bitmap-table.js';
import type { Column } from './column.js';
import type { Container } from './container.js';
import type { Narrowing } from './filter.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import { NONE, type RangeFilter } from './types.js';

/** Bit slices: see `writeSlices` for what the bitmaps hold. */
export class SliceColumn implements Column {
  readonly #slices: BitmapTable;
  readonly #lowest: number;
  readonly #highest: number;

  constructor(container: Container, section: string, lowest: number, highest: number) {
    this.#slices = new BitmapTable(container, section);
    this.#lowest = lowest;
    this.#highest = highest;
  }

  within({ from, to }: RangeFilter, temporaries: Temporaries): Narrowing {
    const of = (among: RoaringBitmap32) => {
      const upTo = this.#upTo(to ?? this.#highest, among, temporaries);
      if (from === null || from <= this.#lowest) return upTo;
      return upTo.andNotInPlace(this.#upTo(Math.ceil(from) - 1, upTo, temporaries));
    };
    return { all: () => of(this.#slices.get(0)), of, cut: of };
  }

  valueOf(document: number): number {
    if (!this.#slices.get(0).has(document)) return NONE;
    let steps = 0;
    for (let bit = 0; bit + 1 < this.#slices.count; bit++) {
      if (!this.#slices.get(bit + 1).has(document)) steps += 2 ** bit;
    }
    return this.#lowest + steps;
  }

  /**
   * A new set of those among others. From the highest bit on: a document lies below the bound from the first bit on that it
   * lacks and the bound has; with each bit fewer are left that are like the bound so far.
   */
  #upTo(bound: number, among: RoaringBitmap32, temporaries: Temporaries): RoaringBitmap32 {
    const below = temporaries.none();
    if (bound < this.#lowest) return below;
    const alike = temporaries.and(among, this.#slices.get(0));
    if (bound >= this.#highest) return alike;
    const steps = Math.floor(bound) - this.#lowest;
    for (let bit = this.#slices.count - 2; bit >= 0 && !alike.isEmpty; bit--) {
      const clear = this.#slices.get(bit + 1);
      if (Math.floor(steps / 2 ** bit) % 2 === 1) {
        below.orInPlace(temporaries.and(alike, clear));
        alike.andNotInPlace(clear);
      } else alike.andInPlace(clear);
    }
    return below.orInPlace(alike);
  }
}
