import type { EntityData } from '../entity.js';
import { searchText } from '../names.js';
import { isCommercialAgent } from '../people/commercial-agents.js';
import { addressKey } from '../places/address-key.js';
import { addressParts } from '../places/address-parts.js';

/** An agent or address that an entity may share with others: same agent means same name and same address. */
export interface Shareable {
  readonly kind: 'registered_agent' | 'principal_address' | 'agent_office';
  /** For comparison: the name in search form, and the address key. */
  readonly key: string;
  /** As published, for display. */
  readonly value: string;
  /** The address key alone. */
  readonly address: string;
  /** The name alone shows a commercial agent, which relates no entities, even if it has few here. */
  readonly isCommercial: boolean;
}

/**
 * Returns what the entity may share. `agent_office` is the office of a commercial agent, its own or its registered agent's:
 * others who are there, or have an agent there, are unrelated.
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
