import { GrowableUint32 } from '../../collections/growable.js';

/** Numbers and, as long, the place of each one's owner; places ascend. */
export interface FlatGroups {
  readonly numbers: Uint32Array;
  readonly places: Uint32Array;
}

/** Numbers by owner, where all numbers of one owner come together and owners come in order: two flat arrays. */
export class GroupedNumbers {
  readonly #numbers = new GrowableUint32();
  readonly #starts = new GrowableUint32();

  /** Begins the next owner. */
  open(): void {
    this.#starts.push(this.#numbers.length);
  }

  /** A number that the owner has just been given is not repeated. */
  push(number: number): void {
    const start = this.#starts.at(this.#starts.length - 1);
    for (let index = start; index < this.#numbers.length; index++) {
      if (this.#numbers.at(index) === number) return;
    }
    this.#numbers.push(number);
  }

  /** All numbers, by owners in another order: `places` tells which of these each number is of. */
  inOrder(owners: Uint32Array): FlatGroups {
    const numbers = new Uint32Array(this.#numbers.length);
    const places = new Uint32Array(this.#numbers.length);
    let filled = 0;
    for (let place = 0; place < owners.length; place++) {
      const owner = owners[place] ?? 0;
      const end = owner + 1 < this.#starts.length ? this.#starts.at(owner + 1) : this.#numbers.length;
      for (let index = this.#starts.at(owner); index < end; index++) {
        numbers[filled] = this.#numbers.at(index);
        places[filled++] = place;
      }
    }
    return { numbers, places };
  }

  /** The same, and nothing is kept. */
  takeInOrder(owners: Uint32Array): FlatGroups {
    const placed = this.inOrder(owners);
    this.#numbers.clear();
    this.#starts.clear();
    return placed;
  }
}
