import { wordMass } from '../../../matching/names/word-mass.js';
import { type Population, populationSize } from '../../../matching/population/population.js';

/** Nothing but how much words tell, which depends on nothing that is loaded: all that records are prepared with. */
export const MASSES: Population = {
  size: populationSize,
  bearers: () => 0,
  bearersIn: () => 0,
  records: () => 0,
  mass: wordMass,
  isCrowded: () => false,
  covers: () => true,
};
