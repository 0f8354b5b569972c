import { BitmapTable } from './bitmap-table.js';
import type { Container } from './container.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { SortedTexts } from './sorted-texts.js';
import { openTexts } from './vocabulary.js';

export class Facet {
  readonly #values: SortedTexts;
  readonly #documents: BitmapTable;

  constructor(container: Container, section: string) {
    this.#values = openTexts(container, `${section}/values`);
    this.#documents = new BitmapTable(container, section);
  }

  countOf(value: string): number {
    const place = this.#values.find(value);
    return place < 0 ? 0 : this.#documents.get(place).size;
  }

  /** For each of the values that it knows, its documents; one that is named twice comes once. */
  documentsOf(values: readonly string[]): RoaringBitmap32[] {
    const places = new Set(values.map((value) => this.#values.find(value)));
    places.delete(-1);
    return Array.from(places, (place) => this.#documents.get(place));
  }
}
