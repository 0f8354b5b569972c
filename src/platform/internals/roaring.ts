import roaring from 'roaring';

/*
 * roaring 2.7 is CommonJS whose named exports Node cannot see. This file ends with the first version that exports ECMAScript
 * modules. All of Dossier takes its bitmaps from here. `search/sets/croaring/frozen-reader.ts` reads the bytes that this version's
 * `unsafe_frozen_croaring` writes, and `marks.ts` writes its portable ones: a new version must pass their tests.
 */
export const { RoaringBitmap32, bufferAlignedAllocSharedUnsafe, isBufferAligned } = roaring;
export type RoaringBitmap32 = roaring.RoaringBitmap32;
