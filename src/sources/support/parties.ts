import type { PartyAddress } from '../../domain/places/address-parts.js';
import type { Party } from '../../domain/records/dataset.js';

/** Columns of an address, blank parts as empty texts; undefined where all are blank. */
export function partyAddress(parts: {
  readonly street?: readonly (string | undefined)[];
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
}): PartyAddress | undefined {
  const street = (parts.street ?? []).filter((line) => line !== undefined).join(', ');
  const address = { street, city: parts.city ?? '', state: parts.state ?? '', zip: parts.zip ?? '' };
  return Object.values(address).every((part) => part === '') ? undefined : address;
}

/** A key for a body without a number: who spells name and place the same is one party. */
export function namedKey(role: string, name: string, ...place: readonly (string | undefined)[]): string {
  const words = [name, ...place.map((part) => part ?? '')];
  return `${role}:${words.map((word) => word.trim().replace(/\s+/g, ' ').toUpperCase()).join('|')}`;
}

export function currentName(text: string): Party['names'] {
  return [{ text, kind: 'current' }];
}
