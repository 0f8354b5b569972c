import { upperBound } from '../../collections/bisect.js';
import type { Container } from '../format/container.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon } from '../sets/bitmap/intersection.js';
import { BitmapTable } from '../sets/bitmap-table.js';
import { both, countOfBoth, type NumberSet, sizeOf } from '../sets/number-set.js';
import { SortedTexts } from '../texts/sorted-texts.js';

/** The words of a lexicon and their postings: the names that contain them. */
export class Vocabulary {
  readonly words: SortedTexts;
  readonly #counts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #bitmaps: BitmapTable;
  readonly #listAtMost: number;
  readonly #uncounted: Bitmap | null;

  /** `uncounted`: names that another segment counts, or that no document has any more. */
  constructor(container: Container, section: string, listAtMost: number, uncounted: Bitmap | null) {
    this.words = openTexts(container, `${section}/words`);
    this.#counts = container.uint32(`${section}/postings/counts`);
    this.#places = container.uint32(`${section}/postings/places`);
    this.#lists = container.uint32(`${section}/postings/lists`);
    this.#listAtMost = listAtMost;
    this.#bitmaps = new BitmapTable(container, `${section}/postings`);
    this.#uncounted = uncounted;
  }

  /** Returns the number of names that contain the word. */
  nameCount(word: number): number {
    return this.#counts[word] as number;
  }

  /** Returns the number of names that contain the word, without `uncounted` ones. */
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

  /** Returns true if a word starts with `start`. */
  begins(start: string): boolean {
    return this.beginningWith(start).next().done !== true;
  }

  /** Yields the words that start with `start`. */
  *beginningWith(start: string): Generator<string> {
    const { from, to } = this.words.beginningWith(start);
    for (let word = from; word < to; word++) if (this.#isCounted(word)) yield this.words.text(word);
  }

  /** Returns the distinct numbers of the words; null if one of them is unknown. */
  numbersOf(texts: readonly string[]): number[] | null {
    const numbers: number[] = [];
    for (const text of new Set(texts)) {
      const number = this.words.find(text);
      if (number < 0) return null;
      numbers.push(number);
    }
    return numbers;
  }

  /** Returns the number of names that contain all the words. Requires at least one word. */
  countOfAll(words: readonly number[]): number {
    const [one = 0, other, more] = words;
    if (other === undefined) return this.nameCount(one);
    if (more !== undefined) return sizeOf(this.namesOfAll(words));
    return countOfBoth(this.names(one), this.names(other));
  }

  /** Returns the names that contain all the words, rarest word first. Requires at least one word. */
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

  /** Returns a predicate: whether a name contains the word. */
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

  /** Returns the names that contain the word. */
  names(word: number): NumberSet {
    const count = this.#counts[word] as number;
    const place = this.#places[word] as number;
    return count > this.#listAtMost ? this.#bitmaps.get(place) : this.#lists.subarray(place, place + count);
  }
}

/** Returns true if the ascending numbers from `from` (inclusive) to `to` (exclusive) include the number. */
function isAmong(numbers: Uint32Array, from: number, to: number, number: number): boolean {
  const found = upperBound(from, to, (at) => (numbers[at] as number) >= number);
  return found < to && numbers[found] === number;
}

export function openTexts(container: Container, section: string): SortedTexts {
  return new SortedTexts(container.bytes(`${section}/bytes`), container.uint32(`${section}/starts`));
}
