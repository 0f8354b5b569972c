import { upperBound } from '../../collections/bisect.js';
import type { Container } from '../format/container.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import { both, countOfBoth, type NumberSet, sizeOf } from '../sets/number-set.js';
import { SortedTexts } from '../texts/sorted-texts.js';

/** The words of a lexicon, and which names bear them. */
export class Vocabulary {
  readonly words: SortedTexts;
  readonly #counts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #bitmaps: BitmapTable;
  readonly #listAtMost: number;
  readonly #uncounted: Bitmap | null;

  /** `uncounted`: names that another segment counts, or that nothing bears any more. */
  constructor(container: Container, section: string, listAtMost: number, uncounted: Bitmap | null) {
    this.words = openTexts(container, `${section}/words`);
    this.#counts = container.uint32(`${section}/postings/counts`);
    this.#places = container.uint32(`${section}/postings/places`);
    this.#lists = container.uint32(`${section}/postings/lists`);
    this.#listAtMost = listAtMost;
    this.#bitmaps = new BitmapTable(container, `${section}/postings`);
    this.#uncounted = uncounted;
  }

  /** How many names bear the word. */
  nameCount(word: number): number {
    return this.#counts[word] as number;
  }

  /** The same without those that are not to be counted here. */
  countedNames(word: number): number {
    const count = this.#counts[word] as number;
    const uncounted = this.#uncounted;
    if (uncounted === null) return count;
    const place = this.#places[word] as number;
    if (count > this.#listAtMost) return count - countCommon(this.#bitmaps.get(place), uncounted);
    return this.#lists.subarray(place, place + count).filter((name) => !uncounted.has(name)).length;
  }

  has(text: string): boolean {
    const word = this.words.find(text);
    return word >= 0 && this.#isCounted(word);
  }

  /** Whether any word begins so. */
  begins(start: string): boolean {
    return this.beginningWith(start).next().done !== true;
  }

  /** The words that begin so. */
  *beginningWith(start: string): Generator<string> {
    const { from, to } = this.words.beginningWith(start);
    for (let word = from; word < to; word++) if (this.#isCounted(word)) yield this.words.text(word);
  }

  /** Their distinct numbers; null where one is no word here. */
  numbersOf(texts: readonly string[]): number[] | null {
    const numbers: number[] = [];
    for (const text of new Set(texts)) {
      const number = this.words.find(text);
      if (number < 0) return null;
      numbers.push(number);
    }
    return numbers;
  }

  /** How many names bear all of at least one word. */
  countOfAll(words: readonly number[]): number {
    const [one = 0, other, more] = words;
    if (other === undefined) return this.nameCount(one);
    if (more !== undefined) return sizeOf(this.namesOfAll(words));
    return countOfBoth(this.names(one), this.names(other));
  }

  /** Names that bear all of at least one word; the rarest first, so that the rest has little to narrow. */
  namesOfAll(words: readonly number[]): NumberSet {
    const [rarest = 0, ...others] = [...words].sort(
      (one, other) => this.nameCount(one) - this.nameCount(other),
    );
    let names = this.names(rarest);
    for (const word of others) {
      if (sizeOf(names) === 0) break;
      names = both(names, this.names(word));
    }
    return names;
  }

  /** Tells of names whether they bear the word. */
  bearers(word: number): (name: number) => boolean {
    const count = this.#counts[word] as number;
    const place = this.#places[word] as number;
    if (count <= this.#listAtMost) return (name) => isAmong(this.#lists, place, place + count, name);
    const names = this.#bitmaps.get(place);
    return (name) => names.has(name);
  }

  #isCounted(word: number): boolean {
    const max = this.#uncounted?.size ?? 0;
    return (this.#counts[word] as number) > max || this.countedNames(word) > 0;
  }

  /** The names that bear the word. */
  names(word: number): NumberSet {
    const count = this.#counts[word] as number;
    const place = this.#places[word] as number;
    return count > this.#listAtMost ? this.#bitmaps.get(place) : this.#lists.subarray(place, place + count);
  }
}

/** Whether the number is among those from `from` up to but not including `to`, which ascend. */
function isAmong(numbers: Uint32Array, from: number, to: number, number: number): boolean {
  const found = upperBound(from, to, (at) => (numbers[at] as number) >= number);
  return found < to && numbers[found] === number;
}

export function openTexts(container: Container, section: string): SortedTexts {
  return new SortedTexts(container.bytes(`${section}/bytes`), container.uint32(`${section}/starts`));
}
