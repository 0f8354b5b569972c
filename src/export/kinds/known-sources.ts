import { DATASETS } from '../../sources/datasets.js';
import { SOURCES } from '../../sources/index.js';

/** All sources and data sets of this version, loaded or not. */
export const KNOWN_SOURCES: ReadonlyMap<string, { readonly title: string }> = new Map(
  [...SOURCES, ...DATASETS].map((source) => [source.id, source]),
);
