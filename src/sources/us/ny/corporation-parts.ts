import { oneLineAddress } from '../../../domain/addresses.js';
import type { RegisteredAgent } from '../../../domain/entity.js';
import type { CorporationRow } from './corporation-columns.js';

export function agentOf(row: CorporationRow): RegisteredAgent | undefined {
  const name = row.take('registered_agent_name');
  if (name === undefined || /^registered agent revoked$/i.test(name)) return undefined;
  return { name, address: addressOf(row, 'registered_agent') ?? null };
}

export function addressOf(row: CorporationRow, block: 'registered_agent' | 'location'): string | undefined {
  return oneLineAddress({
    street: [row.take(`${block}_address_1`), row.take(`${block}_address_2`)],
    city: row.take(`${block}_city`),
    state: row.take(`${block}_state`),
    zip: row.take(`${block}_zip`),
  });
}
