import { oneLineAddress } from '../../domain/places/addresses.js';
import type { Party } from '../../domain/records/dataset.js';
import { subjectTypeOfName } from '../../domain/subject-type/classify.js';
import { currentName, namedKey, partyAddress } from './parties.js';

/** A debtor or secured party as shown. */
interface LienParty {
  readonly name: string;
  readonly address: string | null;
}

export interface LienPartyParts {
  readonly organization: string | undefined;
  readonly person: string | undefined;
  readonly street: readonly (string | undefined)[];
  readonly city: string | undefined;
  readonly state: string | undefined;
  readonly zip: string | undefined;
}

/** Only the name of a person is kept: the address is a home as a rule. */
export function shownParty(parts: LienPartyParts): LienParty | undefined {
  const name = nameOf(parts);
  if (name === undefined) return undefined;
  return { name, address: isPerson(parts) ? null : (oneLineAddress(parts) ?? null) };
}

/** The facts by which a debtor is linked; persons are never linked. */
export function linkedParty(parts: LienPartyParts): Party | undefined {
  const name = nameOf(parts);
  if (name === undefined || isPerson(parts)) return undefined;
  const address = partyAddress(parts);
  const key = namedKey('debtor', name, address?.street, address?.zip.slice(0, 5));
  return { key, names: currentName(name), ...(address && { address }) };
}

/** Each once, whatever the case: the publishers' joins repeat parties. */
export function distinctParties(parties: readonly LienParty[]): LienParty[] {
  const key = ({ name, address }: LienParty) => `${name}\n${address ?? ''}`.toUpperCase();
  return [...new Map([...parties].reverse().map((party) => [key(party), party])).values()].reverse();
}

export function distinctKeys(parties: readonly Party[]): Party[] {
  return [...new Map(parties.map((party) => [party.key, party])).values()];
}

/** `"WHITE'S EXCAVATION"`: some names were typed with quotes around. */
function nameOf({ organization, person }: LienPartyParts): string | undefined {
  return organization?.replace(/^"+|"+$/g, '').trim() || person;
}

/** In the columns of persons, or in those of firms with the name of a person. */
function isPerson(parts: LienPartyParts): boolean {
  const { organization } = parts;
  return organization === undefined || subjectTypeOfName(organization) === 'person';
}
