import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import { RoaringBitmap32 } from './roaring.js';
import { SortedTexts } from './sorted-texts.js';
import type { Temporaries } from './temporaries.js';

/** The words of a lexicon, and which names bear them. */
export class Vocabulary {
  readonly words: SortedTexts;
  readonly #counts: Uint32Array;
  readonly #places: Uint32Array;
  readonly #lists: Uint32Array;
  readonly #bitmaps: BitmapTable;
  readonly #listAtMost: number;

  constructor(container: Container, section: string, listAtMost: number) {
    this.words = openTexts(container, `${section}/words`);
    this.#counts = container.uint32(`${section}/postings/counts`);
    this.#places = container.uint32(`${section}/postings/places`);
    this.#lists = container.uint32(`${section}/postings/lists`);
    this.#listAtMost = listAtMost;
    this.#bitmaps = new BitmapTable(container, `${section}/postings`);
  }

  /** How many names bear the word. */
  nameCount(word: number): number {
    return this.#counts[word] as number;
  }

  names(word: number, temporaries: Temporaries): RoaringBitmap32 {
    const count = this.#counts[word] as number;
    const place = this.#places[word] as number;
    if (count > this.#listAtMost) return this.#bitmaps.get(place);
    return temporaries.keep(new RoaringBitmap32(this.#lists.subarray(place, place + count)));
  }
}

export function openTexts(container: Container, section: string): SortedTexts {
  return new SortedTexts(container.bytes(`${section}/bytes`), container.uint32(`${section}/starts`));
}
