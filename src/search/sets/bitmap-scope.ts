import { RoaringBitmap32 } from '../../platform/internals/roaring.js';

/**
 * Up to so many are united one by one: 320 bearers of words in 2.3 ms, ten forms of 20 million filings in 4.2, where the
 * library's union of many takes 3.3 and 5.9. For 1,000 both take the same time, for more the library's is faster.
 */
const SOME = 1_000;

/** The bitmaps of one search: freed at its end, so that they are no work for the garbage collector. */
export class BitmapScope {
  readonly #bitmaps: RoaringBitmap32[] = [];

  keep(bitmap: RoaringBitmap32): RoaringBitmap32 {
    this.#bitmaps.push(bitmap);
    return bitmap;
  }

  and(one: RoaringBitmap32, other: RoaringBitmap32): RoaringBitmap32 {
    return this.keep(RoaringBitmap32.and(one, other));
  }

  /** The one itself, where nothing is taken from it. */
  andNot(one: RoaringBitmap32, other: RoaringBitmap32): RoaringBitmap32 {
    if (other.isEmpty) return one;
    return this.keep(RoaringBitmap32.andNot(one, other));
  }

  /** The only bitmap itself, where there is just one. */
  or(bitmaps: readonly RoaringBitmap32[]): RoaringBitmap32 {
    const [first, second] = bitmaps;
    if (first === undefined) return this.none();
    if (second === undefined) return first;
    if (bitmaps.length > SOME) return this.keep(RoaringBitmap32.orMany(bitmaps));
    const united = this.keep(RoaringBitmap32.or(first, second));
    for (let at = 2; at < bitmaps.length; at++) united.orInPlace(bitmaps[at] as RoaringBitmap32);
    return united;
  }

  none(): RoaringBitmap32 {
    return this.keep(new RoaringBitmap32());
  }

  dispose(): void {
    for (const bitmap of this.#bitmaps) bitmap.dispose();
  }
}
