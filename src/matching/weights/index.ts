import type { Weights } from './declare.js';
import { irsWeights } from './irs.js';
import { monotone } from './monotone.js';
import { samWeights } from './sam.js';
import { secWeights } from './sec.js';

/**
 * One table for each kind of record that is linked. `irs`: name and state, no street (990 returns). `sec`: filers with former
 * names. `sam`: name and full address; also for loans, liens and contracts, which have no benchmark.
 */
export const WEIGHTS = {
  irs: monotone(irsWeights),
  sec: monotone(secWeights),
  sam: monotone(samWeights),
} as const satisfies Record<string, Weights>;
export type WeightsName = keyof typeof WEIGHTS;
