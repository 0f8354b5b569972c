import { hash } from 'node:crypto';

/** Two words of a hash of the id, one of the time's, and the number of the stretch, 0 where the place is free. */
const WORDS = 4;
const FIRST_PLACES = 1_024;
/** Beyond this share places are searched for too long. */
const FULLEST = 0.75;

/**
 * Where each row of a long list was seen last, in some thirty bytes a row: there are millions. Rows are told apart by
 * 64 bits of a hash; two taken for one would make a stretch be read again, no more.
 */
export class SeenRows {
  #words = new Int32Array(FIRST_PLACES * WORDS);
  #count = 0;

  /** The stretch in which the row was seen last, where that was at another time. Stretches are numbered from 1. */
  see(id: string, time: string, stretch: number): number | undefined {
    if (this.#count >= (this.#words.length / WORDS) * FULLEST) this.#grow();
    const bytes = hash('sha1', id, 'buffer');
    const at = this.#placeOf(bytes.readInt32LE(0), bytes.readInt32LE(4));
    const before = this.#words[at + 3] ?? 0;
    const timeBefore = this.#words[at + 2];
    const timeNow = hash('sha1', time, 'buffer').readInt32LE(0);
    if (before === 0) this.#count += 1;
    this.#words.set([bytes.readInt32LE(0), bytes.readInt32LE(4), timeNow, stretch], at);
    return before === 0 || timeBefore === timeNow ? undefined : before;
  }

  /** The words of the row, or the free ones where it belongs. */
  #placeOf(high: number, low: number): number {
    const words = this.#words;
    const last = words.length - WORDS;
    let at = (low * WORDS) & last;
    while (words[at + 3] !== 0 && !(words[at] === high && words[at + 1] === low)) at = (at + WORDS) & last;
    return at;
  }

  #grow(): void {
    const old = this.#words;
    this.#words = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += WORDS) {
      if (old[at + 3] === 0) continue;
      this.#words.set(old.subarray(at, at + WORDS), this.#placeOf(old[at] ?? 0, old[at + 1] ?? 0));
    }
  }
}
