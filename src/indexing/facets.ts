import { RoaringBitmap32 } from '../search/index.js';
import type { FacetInput } from '../search/types.js';
import { GrowingUint32 } from './growing.js';

/** The values of one facet as small numbers, in the order they were met. */
export class Codes {
  readonly #codes = new Map<string, number>();

  codeOf(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.#codes.set(value, this.#codes.size);
    return this.#codes.size - 1;
  }

  values(): readonly string[] {
    return [...this.#codes.keys()];
  }
}

/** Value -> documents of one facet. Documents come in ascending order; one that comes twice counts once. */
export class FacetCollector {
  readonly #name: string;
  readonly #values: readonly string[];
  readonly #documents: readonly GrowingUint32[];

  constructor(name: string, codes: Codes) {
    this.#name = name;
    this.#values = codes.values();
    this.#documents = this.#values.map(() => new GrowingUint32());
  }

  add(code: number, document: number): void {
    this.#documents[code]?.push(document);
  }

  input(): FacetInput {
    const bitmaps = this.#documents.map((documents) => new RoaringBitmap32(documents.view()));
    return {
      name: this.#name,
      values: new Map(this.#values.map((value, code) => [value, bitmaps[code] ?? new RoaringBitmap32()])),
    };
  }
}
