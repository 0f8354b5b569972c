import type { Enrichment } from './declare.js';
import { exclusions } from './exclusions.js';
import { federal } from './federal.js';
import { financials } from './financials.js';
import { nonprofit } from './nonprofit.js';
import { ownership } from './ownership.js';
import { ppp } from './ppp.js';
import { related } from './related.js';
import { sam } from './sam.js';
import { ucc } from './ucc.js';

/** The tokens of `include`, in the contract's order. A new one is a file and a line here, and its schema in the contract. */
export const ENRICHMENTS: readonly Enrichment[] = [
  federal,
  sam,
  nonprofit,
  ucc,
  ppp,
  related,
  exclusions,
  financials,
  ownership,
];
