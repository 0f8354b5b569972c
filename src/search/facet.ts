import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import { RoaringBitmap32 } from './roaring.js';
import type { SortedTexts } from './sorted-texts.js';
import { openTexts } from './vocabulary.js';

/** Of 20 million documents a union takes at most 2.5 MB. */
const UNIONS = 8;

export class Facet {
  readonly #values: SortedTexts;
  readonly #documents: BitmapTable;
  /** By the places of its two values; the one asked for longest ago falls out. */
  readonly #unions = new Map<string, RoaringBitmap32>();

  constructor(container: Container, section: string) {
    this.#values = openTexts(container, `${section}/values`);
    this.#documents = new BitmapTable(container, section);
  }

  countOf(value: string): number {
    const place = this.#values.find(value);
    return place < 0 ? 0 : this.#documents.get(place).size;
  }

  /** Sets that together hold the documents of any of the values; not to be changed. */
  documentsOf(values: readonly string[]): RoaringBitmap32[] {
    const places = new Set(values.map((value) => this.#values.find(value)));
    places.delete(-1);
    const [one, other, ...more] = places;
    if (one !== undefined && other !== undefined && more.length === 0) return [this.#union(one, other)];
    return Array.from(places, (place) => this.#documents.get(place));
  }

  /** A form and its amendments are asked for together again and again. */
  #union(one: number, other: number): RoaringBitmap32 {
    const key = `${one},${other}`;
    const kept = this.#unions.get(key);
    const union = kept ?? RoaringBitmap32.or(this.#documents.get(one), this.#documents.get(other));
    this.#unions.delete(key);
    this.#unions.set(key, union);
    const [oldest] = this.#unions.keys();
    if (this.#unions.size > UNIONS && oldest !== undefined) this.#unions.delete(oldest);
    return union;
  }
}
