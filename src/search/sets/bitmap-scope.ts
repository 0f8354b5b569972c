import type { Bitmap } from './bitmap/bitmap.js';
import { difference } from './bitmap/difference.js';
import { intersection } from './bitmap/intersection.js';
import { unionOf } from './bitmap/union.js';

export class BitmapScope {
  keep(bitmap: Bitmap): Bitmap {
    return bitmap;
  }

  and(one: Bitmap, other: Bitmap): Bitmap {
    return intersection(one, other);
  }

  /** The one itself, where nothing is taken from it. */
  andNot(one: Bitmap, other: Bitmap): Bitmap {
    return other.isEmpty ? one : difference(one, other);
  }

  or(bitmaps: readonly Bitmap[]): Bitmap {
    return unionOf(bitmaps);
  }

  none(): Bitmap {
    return unionOf([]);
  }

  dispose(): void {}
}
