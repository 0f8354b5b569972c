import { ALIGNMENT } from './allocate.js';
import type { Container } from './container.js';
import { RoaringBitmap32 } from './roaring.js';

/** Numbered bitmaps inside the file; each becomes a view when first asked for, and stays one. Never dispose of them. */
export class BitmapTable {
  readonly #bytes: Buffer;
  /** Two per bitmap: offset in units of the alignment, length in bytes. */
  readonly #places: Uint32Array;
  readonly #views = new Map<number, RoaringBitmap32>();

  constructor(container: Pick<Container, 'bytes' | 'uint32'>, section: string) {
    this.#bytes = container.bytes(`${section}/bitmaps`);
    this.#places = container.uint32(`${section}/bitmap-places`);
  }

  get count(): number {
    return this.#places.length / 2;
  }

  get(number: number): RoaringBitmap32 {
    const known = this.#views.get(number);
    if (known !== undefined) return known;
    const offset = (this.#places[2 * number] as number) * ALIGNMENT;
    const length = this.#places[2 * number + 1] as number;
    const bytes = this.#bytes.subarray(offset, offset + length);
    const view = RoaringBitmap32.unsafeFrozenView(bytes, 'unsafe_frozen_croaring');
    this.#views.set(number, view);
    return view;
  }
}
