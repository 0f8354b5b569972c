import { jaroWinkler } from '../../similarity/jaro-winkler.js';
import type { Comparison } from '../comparison.js';

/** Compares the cities of the two addresses; if we have none, whether our name contains their city. */
export const city: Comparison = {
  field: 'city',
  features: ['city.agree', 'city.conflict', 'city.named', 'city.ourCityNamed'],
  against: ['city.conflict'],
  says: {
    agree: 'Both addresses are in the same city.',
    partly: 'The name on one side mentions the city on the other.',
    conflict: 'The addresses are in two cities.',
    neutral: 'The addresses are in two cities.',
    unknown: 'One side has no city.',
  },
  measure: ({ ours, theirs, names }, values, at) => {
    const our = ours.address?.city ?? '';
    const their = theirs.address?.city ?? '';
    if (speaksOf(names.ours.core, their, names.theirs.core)) values[at + 2] = 1;
    if (speaksOf(names.theirs.core, our, names.ours.core)) values[at + 3] = 1;
    const isSameZip = isOneZip(ours.address?.zip, theirs.address?.zip);
    if (!isSameZip && (our === '' || their === '')) return values[at + 2] === 1 ? 'partly' : 'unknown';
    const same = isSameZip || our === their || jaroWinkler(our, their) >= 0.9;
    values[same ? at : at + 1] = 1;
    return same ? 'agree' : 'conflict';
  },
  shows: ({ ours, theirs }) => ({
    ours: ours.address?.raw.city || null,
    theirs: theirs.address?.raw.city || null,
  }),
};

/** Only if the other name does not contain it as well: then the names agree already. */
function speaksOf(core: string, city: string, other: string): boolean {
  return city !== '' && ` ${core} `.includes(` ${city} `) && !` ${other} `.includes(` ${city} `);
}

/** Two missing ZIP codes are not equal. */
function isOneZip(our = '', their = ''): boolean {
  return our !== '' && our === their;
}
