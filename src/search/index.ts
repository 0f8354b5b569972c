export { allocateIndexBytes } from './allocate.js';
export { type BuildOptions, buildIndex } from './build/build-index.js';
export { IndexFormatError } from './format-error.js';
export { RoaringBitmap32 } from './roaring.js';
export { type IndexStatistics, openIndex, type SearchIndex } from './search-index.js';
export * from './types.js';
