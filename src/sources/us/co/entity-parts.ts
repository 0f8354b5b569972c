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

export function addressOf(row: EntityRow, block: keyof typeof BLOCKS) {
  const columns = BLOCKS[block];
  return oneLineAddress({
    street: [row.take(columns.address1), row.take(columns.address2)],
    city: row.take(columns.city),
    state: row.take(columns.state),
    zip: row.take(columns.zipcode),
    country: row.take(columns.country),
  });
}

/** Names of columns are made once, not for each row. */
const BLOCKS = {
  principal: columnsOf('principal'),
  agentprincipal: columnsOf('agentprincipal'),
  agentmailing: columnsOf('agentmailing'),
} as const;

function columnsOf<Block extends 'principal' | 'agentprincipal' | 'agentmailing'>(block: Block) {
  return {
    address1: `${block}address1`,
    address2: `${block}address2`,
    city: `${block}city`,
    state: `${block}state`,
    zipcode: `${block}zipcode`,
    country: `${block}country`,
  } as const;
}
