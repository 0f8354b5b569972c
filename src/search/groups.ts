import { firstPast } from './bisect.js';
import type { Container } from './container.js';
import { openMany } from './lexicon.js';
import type { Many } from './many.js';

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
    const found = firstPast(0, this.count, (group) => (this.#keys[group] as number) >= key);
    return this.#keys[found] === key ? found : -1;
  }

  /** Ascending, as they stand in the file. */
  documentsOf(key: number): Uint32Array {
    const group = this.find(key);
    const { starts, values } = this.documents;
    return values.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
  }
}
