import { stateOf } from '../../population/grounds.js';
import type { Comparison, Pair, Verdict } from '../comparison.js';

/**
 * Churches, schools, fire departments and the local units of national orders serve one place, and every town has some of the
 * same name. A namesake elsewhere is another body, whereas a firm of the name may have moved.
 */
export const localBody: Comparison = {
  field: 'local body',
  features: ['local.otherState', 'local.otherCity', 'local.unknown'],
  against: ['local.otherState', 'local.otherCity', 'local.unknown'],
  says: {
    agree: 'Such an organization serves one place, and both addresses are there.',
    partly: 'Such an organization serves one place; the addresses are in two cities of one state.',
    conflict: 'Such an organization serves one place; the addresses are in two states.',
    neutral: 'Such an organization serves one place, which one side does not state.',
    unknown: 'Neither name is that of a church, a school or another organization that serves one place.',
  },
  measure: (pair, values, at) => {
    const verdict = verdictOf(pair);
    if (verdict === 'conflict') values[at] = 1;
    if (verdict === 'conflict' || verdict === 'partly' || isInTwoCities(pair)) values[at + 1] = 1;
    if (verdict === 'neutral' && (stateOf(pair.ours) === '' || stateOf(pair.theirs) === '')) {
      values[at + 2] = pair.names.overlap;
    }
    return verdict;
  },
  shows: ({ names }) => ({
    ours: names.ours.localWord ?? null,
    theirs: names.theirs.localWord ?? null,
  }),
};

function verdictOf({ ours, theirs, names }: Pair): Verdict {
  if (names.ours.localWord === undefined && names.theirs.localWord === undefined) return 'unknown';
  const our = ours.address;
  const their = theirs.address;
  if (!our?.state || !their?.state) return 'neutral';
  if (our.state !== their.state) return 'conflict';
  if (our.city === '' || their.city === '') return 'neutral';
  return isInTwoCities({ ours, theirs, names }) ? 'partly' : 'agree';
}

/** Also true if a state is unknown. */
function isInTwoCities({ ours, theirs, names }: Pick<Pair, 'ours' | 'theirs' | 'names'>): boolean {
  if (names.ours.localWord === undefined && names.theirs.localWord === undefined) return false;
  const [our, their] = [ours.address, theirs.address];
  if (!our?.city || !their?.city || our.city === their.city) return false;
  return our.zip === '' || our.zip !== their.zip;
}
