import type { Container } from './container.js';
import { openMany } from './lexicon.js';
import type { Many } from './many.js';
import { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';

export class Groups {
  readonly documents: Many;
  readonly #keys: Float64Array;

  constructor(container: Container) {
    this.documents = openMany(container, 'groups');
    this.#keys = container.float64('group-keys');
  }

  get count(): number {
    return this.#keys.length;
  }

  /** The group's number, or -1. */
  find(key: number): number {
    let low = 0;
    let high = this.#keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const difference = (this.#keys[middle] as number) - key;
      if (difference === 0) return middle;
      if (difference < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  documentsOf(key: number, temporaries: Temporaries): RoaringBitmap32 {
    const group = this.find(key);
    const { starts, values } = this.documents;
    return temporaries.keep(new RoaringBitmap32(values.subarray(starts[group] ?? 0, starts[group + 1] ?? 0)));
  }
}
