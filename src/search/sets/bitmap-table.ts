import { ALIGNMENT } from '../format/allocate.js';
import type { Container } from '../format/container.js';
import type { Bitmap } from './bitmap/bitmap.js';
import { openFrozen } from './bitmap/frozen.js';

/** Numbered bitmaps inside the file. Each is opened on first use and remains open. */
export class BitmapTable {
  readonly #bytes: Buffer;
  /** Two numbers per bitmap: offset in units of the alignment, length in bytes. */
  readonly #places: Uint32Array;
  readonly #opened = new Map<number, Bitmap>();

  constructor(container: Pick<Container, 'bytes' | 'uint32'>, section: string) {
    this.#bytes = container.bytes(`${section}/bitmaps`);
    this.#places = container.uint32(`${section}/bitmap-places`);
  }

  get count(): number {
    return this.#places.length / 2;
  }

  get(number: number): Bitmap {
    const known = this.#opened.get(number);
    if (known !== undefined) return known;
    const offset = (this.#places[2 * number] as number) * ALIGNMENT;
    const length = this.#places[2 * number + 1] as number;
    const bitmap = openFrozen(this.#bytes.subarray(offset, offset + length));
    this.#opened.set(number, bitmap);
    return bitmap;
  }
}
