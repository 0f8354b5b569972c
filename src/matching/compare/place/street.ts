import type { NormalAddress } from '../../records/address.js';
import type { NormalRecord } from '../../records/normal-record.js';
import { jaroWinkler } from '../../similarity/jaro-winkler.js';
import type { Comparison, Pair, Verdict } from '../comparison.js';

/** Compares house number and street. An address shared by many names is an agent's or a virtual office, and is ignored. */
export const street: Comparison = {
  field: 'street',
  features: ['street.door', 'street.street', 'street.conflict', 'street.theirsMissing'],
  against: ['street.conflict', 'street.theirsMissing'],
  says: {
    agree: 'House number and street are the same.',
    partly: 'The street is the same, the house number is not.',
    conflict: 'The streets differ.',
    neutral: 'Too many others have this address for it to be evidence.',
    unknown: 'One side has no street, or a post office box.',
  },
  measure: (pair, values, at) => {
    const verdict = verdictOf(pair);
    const place = PLACES.indexOf(verdict);
    if (place >= 0) values[at + place] = 1;
    // An equal address is on the same street, too, so it never counts for less.
    if (verdict === 'agree') values[at + 1] = 1;
    // A missing address is no evidence if the register publishes none.
    const { street, city } = pair.theirs.address?.raw ?? { street: '', city: '' };
    if (pair.ours.address?.raw.street && street === '' && city !== '') values[at + 3] = 1;
    return verdict;
  },
  shows: ({ ours, theirs }) => ({
    ours: ours.address?.raw.street || null,
    theirs: theirs.address?.raw.street || null,
  }),
};

const PLACES: readonly Verdict[] = ['agree', 'partly', 'conflict'];

function verdictOf({ ours, theirs, population }: Pair): Verdict {
  const our = ours.address;
  const their = theirs.address;
  if (our === undefined || their === undefined || our.house === '' || their.house === '') return 'unknown';
  if (our.isBox !== their.isBox) return 'unknown';
  if (!sameStreet(our, their)) return 'conflict';
  if (our.house !== their.house) return 'partly';
  return population.isCrowded(their.door) ? 'neutral' : 'agree';
}

/** The address at the same house number and street, else in the same ZIP code, city or state; the principal one of equals. */
export function nearestAddress(
  { address, otherAddresses }: Pick<NormalRecord, 'address' | 'otherAddresses'>,
  their: NormalAddress | undefined,
): NormalAddress | undefined {
  if (address === undefined || their === undefined || otherAddresses.length === 0) return address;
  return otherAddresses.reduce(
    (best, one) => (closeness(one, their) > closeness(best, their) ? one : best),
    address,
  );
}

function closeness(our: NormalAddress, their: NormalAddress): number {
  const same = (part: 'zip' | 'city' | 'state') => our[part] !== '' && our[part] === their[part];
  if (isSameDoor(our, their) && (same('zip') || same('city'))) return 4;
  if (same('zip')) return 3;
  return same('state') ? (same('city') ? 2 : 1) : 0;
}

function isSameDoor(our: NormalAddress, their: NormalAddress): boolean {
  return our.house !== '' && our.house === their.house && our.isBox === their.isBox && sameStreet(our, their);
}

function sameStreet(our: NormalAddress, their: NormalAddress): boolean {
  if (our.isBox) return our.house === their.house;
  if (our.street === their.street) return true;
  const sameDoorNumber = our.house === their.house && our.zip === their.zip;
  return jaroWinkler(our.street, their.street) >= (sameDoorNumber ? ALIKE_AT_ONE_NUMBER : ALIKE);
}

const ALIKE = 0.9;
/** `12 BEACH ST` and `12 BCH ST` in one ZIP code. */
const ALIKE_AT_ONE_NUMBER = 0.7;
