import { GrowableUint32 } from '../../../collections/growable.js';
import { ALIGNMENT } from '../../format/allocate.js';
import type { Bitmap } from '../../sets/bitmap/bitmap.js';
import { FrozenForm } from '../../sets/bitmap/frozen.js';
import type { ContainerWriter, OpenSection } from './container-writer.js';

const FIRST_SLAB_BYTES = 4_096;
const MAX_SLAB_BYTES = 4 * 1024 * 1024;
/** The factor by which each slab is larger than the previous one, so that a small table takes little memory. */
const GROWTH = 4;

/**
 * Writes the bitmaps that `BitmapTable` reads as they are added: all bitmaps of a large index would take hundreds of MB. Small
 * ones share slabs, so that the file consists of few chunks. Nothing else may be written before `finish`.
 */
export class BitmapTableWriter {
  readonly #writer: ContainerWriter;
  readonly #section: string;
  readonly #bitmaps: OpenSection;
  readonly #places = new GrowableUint32();
  #slab = new Uint8Array(0);
  #slabBytes = FIRST_SLAB_BYTES;
  #used = 0;
  #length = 0;

  constructor(writer: ContainerWriter, section: string) {
    this.#writer = writer;
    this.#section = section;
    this.#bitmaps = writer.open(`${section}/bitmaps`);
  }

  get count(): number {
    return this.#places.length / 2;
  }

  /** Returns the bitmap's number. */
  add(bitmap: Bitmap): number {
    const frozen = new FrozenForm(bitmap);
    frozen.write(this.#room(frozen.byteLength));
    this.#places.push(this.#length / ALIGNMENT);
    this.#places.push(frozen.byteLength);
    this.#length += aligned(frozen.byteLength);
    return this.count - 1;
  }

  finish(): void {
    this.#closeSlab();
    this.#bitmaps.close();
    this.#writer.add(`${this.#section}/bitmap-places`, this.#places.view());
  }

  #room(size: number): Uint8Array {
    if (this.#used + aligned(size) > this.#slab.length) {
      this.#closeSlab();
      this.#slab = new Uint8Array(Math.max(this.#slabBytes, aligned(size)));
      this.#slabBytes = Math.min(this.#slabBytes * GROWTH, MAX_SLAB_BYTES);
    }
    const room = this.#slab.subarray(this.#used, this.#used + size);
    this.#used += aligned(size);
    return room;
  }

  #closeSlab(): void {
    this.#bitmaps.write(this.#slab.subarray(0, this.#used));
    this.#used = 0;
    this.#slab = new Uint8Array(0);
  }
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}
