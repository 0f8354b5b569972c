import { oneLineAddress } from '../../../domain/addresses.js';
import type { RegisteredAgent } from '../../../domain/entity.js';
import { personIn } from '../parts.js';
import type { EntityRow } from './entity-columns.js';

/** A person in four parts or an organisation; about a fifth of the entities have neither. */
export function agentOf(row: EntityRow): RegisteredAgent | undefined {
  const person = personIn(row, 'agentfirstname', 'agentmiddlename', 'agentlastname', 'agentsuffix');
  const name = row.take('agentorganizationname') ?? person;
  const address = addressOf(row, 'agentprincipal') ?? addressOf(row, 'agentmailing') ?? null;
  return name === undefined ? undefined : { name, address };
}

export function addressOf(row: EntityRow, block: 'principal' | 'agentprincipal' | 'agentmailing') {
  return oneLineAddress({
    street: [row.take(`${block}address1`), row.take(`${block}address2`)],
    city: row.take(`${block}city`),
    state: row.take(`${block}state`),
    zip: row.take(`${block}zipcode`),
    country: row.take(`${block}country`),
  });
}
