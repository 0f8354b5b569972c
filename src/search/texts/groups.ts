import { upperBound } from '../../collections/bisect.js';
import type { Container } from '../format/container.js';
import { type Adjacency, openAdjacency } from '../sets/adjacency.js';

/** Integer keys are looked up in a table if it has at most this many entries per key (four bytes each). */
const ROOM_FOR_EACH = 8;

export class Groups {
  readonly documents: Adjacency;
  readonly #keys: Float64Array;
  /** Key -> the group's number plus 1, or 0 if there is none; null if the keys are too sparse for a table. */
  #places: Uint32Array | null | undefined;

  constructor(container: Container) {
    this.documents = openAdjacency(container, 'groups');
    this.#keys = container.float64('group-keys');
  }

  get count(): number {
    return this.#keys.length;
  }

  /**
   * Returns the group's number, or -1. Uses a table because a binary search of 900,000 keys takes 20 steps, most of which wait
   * for memory: 1.6 µs.
   */
  find(key: number): number {
    if (this.#places === undefined) this.#places = placesOf(this.#keys);
    if (this.#places !== null) return (this.#places[key] ?? 0) - 1;
    const found = upperBound(0, this.count, (group) => (this.#keys[group] as number) >= key);
    return this.#keys[found] === key ? found : -1;
  }

  /** Returns the documents in ascending order, as stored in the file. */
  documentsOf(key: number): Uint32Array {
    const group = this.find(key);
    const { starts, values } = this.documents;
    return values.subarray(starts[group] ?? 0, starts[group + 1] ?? 0);
  }
}

function placesOf(keys: Float64Array): Uint32Array | null {
  const last = keys.at(-1) ?? 0;
  if (last >= ROOM_FOR_EACH * keys.length || !keys.every((key) => Number.isInteger(key) && key >= 0))
    return null;
  const places = new Uint32Array(last + 1);
  for (let group = 0; group < keys.length; group++) places[keys[group] as number] = group + 1;
  return places;
}
