import type { Prepared } from '../prepare.js';
import { TRIGRAM_COUNT } from '../similarity/trigrams.js';

/** From trigrams of current names to record numbers: the fall-back for names that share no whole word. */
export class TrigramIndex {
  readonly #starts = new Uint32Array(TRIGRAM_COUNT + 1);
  readonly #records: Uint32Array;

  constructor(lists: readonly Uint16Array[]) {
    for (const list of lists)
      for (const gram of list) this.#starts[gram + 1] = (this.#starts[gram + 1] ?? 0) + 1;
    for (let gram = 1; gram <= TRIGRAM_COUNT; gram++) {
      this.#starts[gram] = (this.#starts[gram] ?? 0) + (this.#starts[gram - 1] ?? 0);
    }
    this.#records = new Uint32Array(this.#starts[TRIGRAM_COUNT] ?? 0);
    const next = this.#starts.slice();
    for (const [record, list] of lists.entries()) {
      for (const gram of list) {
        const place = next[gram] ?? 0;
        next[gram] = place + 1;
        this.#records[place] = record;
      }
    }
  }

  /** Calls `found` once for each of the query's rarest trigrams and each record that has it. */
  each(query: Prepared, found: (record: number) => void): void {
    for (const name of query.names) {
      const rarest = [...name.trigrams].sort((one, other) => this.#count(one) - this.#count(other));
      for (const gram of rarest.slice(0, RAREST)) {
        const end = Math.min(this.#starts[gram + 1] ?? 0, (this.#starts[gram] ?? 0) + LONGEST);
        for (let place = this.#starts[gram] ?? 0; place < end; place++) found(this.#records[place] ?? 0);
      }
    }
  }

  #count(gram: number): number {
    return (this.#starts[gram + 1] ?? 0) - (this.#starts[gram] ?? 0);
  }
}

const RAREST = 8;
const LONGEST = 3000;
