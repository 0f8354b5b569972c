import { DATASETS } from '../../sources/datasets.js';
import { factsById } from '../../sources/facts.js';
import { SOURCES } from '../../sources/index.js';

/** All sources and data sets of this version, loaded or not. */
export const KNOWN_SOURCES = factsById([...SOURCES, ...DATASETS]);
