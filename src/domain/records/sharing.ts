import type { EntityData } from '../entity.js';
import { searchText } from '../names.js';
import { isCommercialAgent } from '../people/commercial-agents.js';
import { addressParts } from '../places/address-parts.js';

/** An agent or address that an entity may share with others: same agent means same name and same address. */
export interface Shareable {
  readonly kind: 'registered_agent' | 'principal_address';
  /** Comparable: case, punctuation and the ZIP's last four digits do not matter. */
  readonly key: string;
  /** As published, for people to read. */
  readonly value: string;
  /** The name alone says that it is a commercial agent: it relates nobody, however few it has here. */
  readonly isCommercial: boolean;
}

export function shareableOf(data: Pick<EntityData, 'registeredAgent' | 'principalAddress'>): Shareable[] {
  const { registeredAgent, principalAddress } = data;
  const found: Shareable[] = [];
  if (registeredAgent && registeredAgent.address !== null) {
    const { name, address } = registeredAgent;
    const key = addressKey(address);
    if (key !== undefined) {
      found.push({
        kind: 'registered_agent',
        key: `${searchText(name)}\n${key}`,
        value: `${name}, ${address}`,
        isCommercial: isCommercialAgent(name),
      });
    }
  }
  const key = principalAddress === undefined ? undefined : addressKey(principalAddress);
  if (principalAddress !== undefined && key !== undefined) {
    found.push({ kind: 'principal_address', key, value: principalAddress, isCommercial: false });
  }
  return found;
}

/** A place without a street (persons' addresses, a town alone) is no address to share. */
function addressKey(line: string): string | undefined {
  const { street, city, state, zip } = addressParts(line);
  if (!/\d/.test(street)) return undefined;
  return searchText([street, city, state, zip.slice(0, 5)].join(' '));
}
