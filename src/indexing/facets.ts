import { RoaringBitmap32 } from '../search/roaring.js';
import type { FacetInput } from '../search/types.js';

/** Collects value -> documents for one facet. Documents may come in any order. */
export class FacetCollector {
  readonly #values = new Map<string, RoaringBitmap32>();
  constructor(readonly name: string) {}

  add(value: string | null, document: number): void {
    if (value === null) return;
    const documents = this.#values.get(value);
    if (documents) documents.add(document);
    else this.#values.set(value, RoaringBitmap32.of(document));
  }

  input(): FacetInput {
    return { name: this.name, values: this.#values };
  }
}
