import type { Prepared } from '../prepare.js';
import { TRIGRAM_COUNT } from '../similarity/trigrams.js';

/** From trigrams of current names to record numbers: the fall-back for names that share no whole word. */
export class TrigramIndex {
  /** All records of each trigram, of which the first `LONGEST` are kept. */
  readonly #counts = new Uint32Array(TRIGRAM_COUNT);
  readonly #records: (Uint32Array | undefined)[] = new Array(TRIGRAM_COUNT);

  /** Records come in the order of their numbers, each with its distinct trigrams. */
  add(record: number, grams: Uint16Array): void {
    for (const gram of grams) {
      const count = this.#count(gram);
      this.#counts[gram] = count + 1;
      if (count < LONGEST) this.#room(gram, count)[count] = record;
    }
  }

  /** Calls `found` once for each of the query's rarest trigrams and each record that has it. */
  each(query: Prepared, found: (record: number) => void): void {
    for (const name of query.names) {
      const rarest = [...name.trigrams].sort((one, other) => this.#count(one) - this.#count(other));
      for (const gram of rarest.slice(0, RAREST)) {
        const end = Math.min(this.#count(gram), LONGEST);
        for (let place = 0; place < end; place++) found(this.#records[gram]?.[place] as number);
      }
    }
  }

  #count(gram: number): number {
    return this.#counts[gram] as number;
  }

  /** The list of the trigram, with room for one more than `count`. */
  #room(gram: number, count: number): Uint32Array {
    const list = this.#records[gram];
    if (list !== undefined && count < list.length) return list;
    const larger = new Uint32Array(Math.max(FIRST_ROOM, Math.min(2 * count, LONGEST)));
    if (list !== undefined) larger.set(list);
    this.#records[gram] = larger;
    return larger;
  }
}

const RAREST = 8;
const LONGEST = 3000;
const FIRST_ROOM = 4;
