import type { EntityData } from '../entity.js';
import { searchText } from '../names.js';
import { isCommercialAgent } from '../people/commercial-agents.js';
import { addressKey } from '../places/address-key.js';
import { addressParts } from '../places/address-parts.js';

/** An agent or address that an entity may share with others: same agent means same name and same address. */
export interface Shareable {
  readonly kind: 'registered_agent' | 'principal_address' | 'agent_office';
  /** Comparable: the name in search form, the address as `addressKey` spells it. */
  readonly key: string;
  /** As published, for people to read. */
  readonly value: string;
  /** The address alone, as `addressKey` spells it. */
  readonly address: string;
  /** The name alone shows a commercial agent, which relates no entities, however few it has here. */
  readonly isCommercial: boolean;
}

/**
 * What the entity may share. `agent_office` is the office of a commercial agent, its own or that of its registered agent: others that are
 * there, or have an agent there, are strangers.
 */
export function shareableOf(
  data: Pick<EntityData, 'name' | 'registeredAgent' | 'principalAddress'>,
): Shareable[] {
  const { name, registeredAgent: agent, principalAddress } = data;
  const found: Shareable[] = [];
  const add = (shareable: Omit<Shareable, 'key' | 'isCommercial'>, named?: string) => {
    const { kind, value, address } = shareable;
    const isCommercial = named !== undefined && isCommercialAgent(named);
    const key = kind === 'registered_agent' ? `${searchText(named ?? '')}\n${address}` : address;
    found.push({ ...shareable, key, isCommercial });
    if (isCommercial) found.push({ kind: 'agent_office', key: address, value, address, isCommercial });
  };
  const agentAt = agent?.address ? keyOf(agent.address) : undefined;
  if (agent && agentAt !== undefined) {
    add({ kind: 'registered_agent', value: `${agent.name}, ${agent.address}`, address: agentAt }, agent.name);
  }
  const at = principalAddress === undefined ? undefined : keyOf(principalAddress);
  if (principalAddress !== undefined && at !== undefined) {
    add({ kind: 'principal_address', value: principalAddress, address: at }, name);
  }
  return found;
}

/** A place without a street (addresses of individuals, towns) is not a shared address. */
function keyOf(line: string): string | undefined {
  return addressKey(addressParts(line));
}
