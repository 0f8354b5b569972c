import roaring from 'roaring';

/** `roaring` is CommonJS whose named exports Node cannot see; all of Dossier takes its bitmaps from here. */
export const { RoaringBitmap32, bufferAlignedAllocSharedUnsafe, isBufferAligned } = roaring;
export type RoaringBitmap32 = roaring.RoaringBitmap32;
