import { GrowingUint32 } from './growing.js';

/** Numbers by owner, where all numbers of one owner come together and owners come in order: two flat arrays. */
export class Owned {
  readonly #numbers = new GrowingUint32();
  readonly #starts = new GrowingUint32();

  get length(): number {
    return this.#numbers.length;
  }

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

  /** The owner's numbers, valid until the next `push`. */
  of(owner: number): Uint32Array {
    const end = owner + 1 < this.#starts.length ? this.#starts.at(owner + 1) : this.#numbers.length;
    return this.#numbers.view(this.#starts.at(owner), end);
  }
}
