import { type BlockCount, fromWord, shortMinute, toWord } from './block-word.js';

const WORD = 0;
const [OTHERS, FULL_UNTIL, LAST_BLOCK] = [1, 2, 3];
const ASKED = 8;

/** How an account's requests are counted on one node of several, in memory that all of its threads share. */
export class BlockMemory {
  static readonly BYTES = 40;
  readonly #words: BigUint64Array;
  readonly #numbers: Float64Array;
  readonly #flags: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new BigUint64Array(memory);
    this.#numbers = new Float64Array(memory);
    this.#flags = new Int32Array(memory);
  }

  get count(): BlockCount {
    return fromWord(Atomics.load(this.#words, WORD));
  }

  /** The part that other nodes hold or have used, as far as it is known. */
  get others(): number {
    return this.#numbers[OTHERS] ?? 0;
  }

  /** Until then nothing is left, by the server's clock. */
  get fullUntil(): number {
    return this.#numbers[FULL_UNTIL] ?? 0;
  }

  set fullUntil(at: number) {
    this.#numbers[FULL_UNTIL] = at;
  }

  /** How many the node held when it had taken some the last time. */
  get lastBlock(): number {
    return this.#numbers[LAST_BLOCK] ?? 0;
  }

  /** False: another was faster, and nothing was changed. */
  replace(from: BlockCount, to: BlockCount): boolean {
    const word = toWord(from);
    return Atomics.compareExchange(this.#words, WORD, word, toWord(to)) === word;
  }

  /** The word of this minute, in minutes since 1970. */
  countOf(minute: number): BlockCount {
    const { count } = this;
    return count.minute === shortMinute(minute) ? count : { minute, taken: 0, used: 0 };
  }

  /** Adds so many to what was taken of this minute; what was taken of another is over. `others`: see there. */
  add(minute: number, more: number, others: number): void {
    for (;;) {
      const before = this.count;
      const { taken, used } = this.countOf(minute);
      this.#numbers[OTHERS] = others;
      this.#numbers[LAST_BLOCK] = taken + more - used;
      if (this.replace(before, { minute, taken: taken + more, used })) return;
    }
  }

  /** Takes what is unused out of the count of this minute, and returns how many that were. */
  takeUnused(minute: number): number {
    for (;;) {
      const before = this.count;
      if (before.minute !== shortMinute(minute)) return 0;
      if (this.replace(before, { ...before, taken: before.used })) return before.taken - before.used;
    }
  }

  /** True for one of those that would ask for more ahead of need. */
  mayAsk(): boolean {
    return Atomics.compareExchange(this.#flags, ASKED, 0, 1) === 0;
  }

  request(): void {
    Atomics.store(this.#flags, ASKED, 0);
  }
}
