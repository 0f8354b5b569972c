import { type BlockCount, fromWord, shortMinute, toWord } from './block-word.js';

const WORD = 0;
const [OTHERS, FULL_UNTIL, LAST_BLOCK] = [1, 2, 3];
const ASKED = 8;

/** An account's request count on one of several nodes, in memory shared by its threads. */
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

  /** The part that other nodes have reserved or used, as far as known. */
  get others(): number {
    return this.#numbers[OTHERS] ?? 0;
  }

  /** Nothing is left until then, by the server's clock. */
  get fullUntil(): number {
    return this.#numbers[FULL_UNTIL] ?? 0;
  }

  set fullUntil(at: number) {
    this.#numbers[FULL_UNTIL] = at;
  }

  /** The number reserved after the last reservation. */
  get lastBlock(): number {
    return this.#numbers[LAST_BLOCK] ?? 0;
  }

  /** Returns false, without a change, if another thread was faster. */
  replace(from: BlockCount, to: BlockCount): boolean {
    const word = toWord(from);
    return Atomics.compareExchange(this.#words, WORD, word, toWord(to)) === word;
  }

  /** The word of this minute; minutes since 1970. */
  countOf(minute: number): BlockCount {
    const { count } = this;
    return count.minute === shortMinute(minute) ? count : { minute, taken: 0, used: 0 };
  }

  /** Adds to the reservation of this minute and discards that of another minute. */
  add(minute: number, more: number, others: number): void {
    for (;;) {
      const before = this.count;
      const { taken, used } = this.countOf(minute);
      this.#numbers[OTHERS] = others;
      this.#numbers[LAST_BLOCK] = taken + more - used;
      if (this.replace(before, { minute, taken: taken + more, used })) return;
    }
  }

  /** Releases the unused reservation of this minute and returns its size. */
  takeUnused(minute: number): number {
    for (;;) {
      const before = this.count;
      if (before.minute !== shortMinute(minute)) return 0;
      if (this.replace(before, { ...before, taken: before.used })) return before.taken - before.used;
    }
  }

  /** True for the one request that should reserve more in advance. */
  mayAsk(): boolean {
    return Atomics.compareExchange(this.#flags, ASKED, 0, 1) === 0;
  }

  request(): void {
    Atomics.store(this.#flags, ASKED, 0);
  }
}
