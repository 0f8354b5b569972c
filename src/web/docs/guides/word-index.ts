import { upperBound } from '../../../collections/bisect.js';

/** The words of numbered places, found by their beginnings. */
export class WordIndex {
  /** In order. */
  readonly #words: readonly string[];
  /** The sections of each word, with repetitions. */
  readonly #places = new Map<string, number[]>();
  readonly #size: number;

  constructor(wordsOfPlaces: readonly (readonly string[])[]) {
    for (const [place, words] of wordsOfPlaces.entries()) {
      for (const word of words) {
        const places = this.#places.get(word);
        if (places) places.push(place);
        else this.#places.set(word, [place]);
      }
    }
    this.#words = [...this.#places.keys()].sort();
    this.#size = wordsOfPlaces.length;
  }

  /** For each section, the number of its words with this prefix. */
  countsOf(beginning: string): Uint32Array {
    const counts = new Uint32Array(this.#size);
    const words = this.#words;
    const first = upperBound(0, words.length, (at) => (words[at] ?? '') >= beginning);
    for (let at = first; words[at]?.startsWith(beginning); at++) this.#count(words[at] ?? '', counts);
    return counts;
  }

  /** For each section, the number of occurrences. */
  countsOfWhole(word: string): Uint32Array {
    const counts = new Uint32Array(this.#size);
    this.#count(word, counts);
    return counts;
  }

  #count(word: string, counts: Uint32Array): void {
    for (const place of this.#places.get(word) ?? []) counts[place] = (counts[place] ?? 0) + 1;
  }
}
