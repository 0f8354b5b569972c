import { oneLineAddress } from '../../../domain/addresses.js';
import type { RegisteredAgent } from '../../../domain/entity.js';
import type { CorporationRow } from './corporation-columns.js';

export function agentOf(row: CorporationRow): RegisteredAgent | undefined {
  const name = row.take('registered_agent_name');
  if (name === undefined) return processAgentOf(row);
  if (ENDED.test(name)) return processAgentOf(row, name);
  return { name, address: addressOf(row, 'registered_agent') ?? null };
}

/** By law the Secretary of State takes papers for each entity, and sends them here. */
function processAgentOf(row: CorporationRow, note?: string): RegisteredAgent | undefined {
  const name = row.take('dos_process_name');
  if (name === undefined) return undefined;
  const address = addressOf(row, 'dos_process') ?? null;
  return { name, address, role: 'service_of_process', ...(note !== undefined && { note }) };
}

/** Stands where the agent's name would. `Revoked` was seen. */
const ENDED = /^registered agent (?:revoked|resigned)$/i;

export function addressOf(
  row: CorporationRow,
  block: 'registered_agent' | 'location' | 'dos_process',
): string | undefined {
  return oneLineAddress({
    street: [row.take(`${block}_address_1`), row.take(`${block}_address_2`)],
    city: row.take(`${block}_city`),
    state: row.take(`${block}_state`),
    zip: row.take(`${block}_zip`),
  });
}
