import type { Weights } from './declare.js';

/**
 * Returns the table adjusted so that more agreement never lowers a score. A fit has too few cases of some levels and orders
 * them wrong: one side without a legal form would count more against a pair than two different forms. The weight of the rarer
 * level is set to that of its neighbour.
 */
export function monotone(table: Weights): Weights {
  const features = { ...table.features };
  const of = (feature: string) => features[feature] ?? 0;
  for (const field of ['form', 'numbers', 'body']) {
    const levels = ['conflict', 'oursAlone', 'theirsAlone'].map((level) => of(`${field}.${level}`));
    features[`${field}.conflict`] = Math.min(...levels);
  }
  // A missing state is no worse than another state.
  features['state.unknownCommon'] = Math.max(
    of('state.unknownCommon'),
    of('state.conflict') + of('state.conflictCommon'),
  );
  // An address in the state is stronger evidence than incorporation there.
  features['domicile.agree'] = Math.min(of('domicile.agree'), of('state.agree'));
  features['state.named'] = Math.min(of('state.named'), of('domicile.agree'));
  // Two states of incorporation are no better than none.
  features['incorporation.conflict'] = Math.min(of('incorporation.conflict'), of('state.unknownCommon'));
  return { ...table, features };
}
