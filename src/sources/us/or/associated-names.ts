import type { Officer, RegisteredAgent } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import type { ColumnsOf, Row } from '../../declare/index.js';
import { inRole } from '../parts.js';
import type { BUSINESS_TABLES } from './business-tables.js';

type NameRow = Row<ColumnsOf<(typeof BUSINESS_TABLES)['main']>>;

const AGENT = 'REGISTERED AGENT';
const PLACE = 'PRINCIPAL PLACE OF BUSINESS';
/** Rows for a place or the agent; all others name a person or company in a role. */
const NOT_OFFICERS: ReadonlySet<string> = new Set([AGENT, PLACE, 'MAILING ADDRESS']);

/** The first of several agents: two rows of one agent are two spellings of its name. */
export function agentOf(rows: readonly NameRow[]): RegisteredAgent | undefined {
  const row = rows.find((candidate) => candidate.take('associated_name_type') === AGENT);
  const name = row && nameOf(row);
  return row && name !== undefined ? { name, address: lineOf(row) ?? null } : undefined;
}

export function addressOf(rows: readonly NameRow[]): string | undefined {
  const row = rows.find((candidate) => candidate.take('associated_name_type') === PLACE);
  return row && lineOf(row);
}

/** Their addresses are not kept: they are homes, mostly. */
export function officerOf(row: NameRow): readonly Officer[] {
  const title = row.take('associated_name_type');
  const name = nameOf(row);
  return title === undefined || NOT_OFFICERS.has(title) ? [] : inRole(title, name);
}

/** A person in four parts, a body on the register, or one that is not. */
function nameOf(row: NameRow): string | undefined {
  const person = personName({
    first: row.take('first_name'),
    middle: row.take('middle_name'),
    last: row.take('last_name'),
    suffix: row.take('suffix'),
  });
  const onRecord = row.take('entity_of_record_name');
  const other = row.take('not_of_record_entity');
  return person ?? onRecord ?? other;
}

function lineOf(row: NameRow): string | undefined {
  return oneLineAddress({
    street: [row.take('address'), row.take('address_continued')],
    city: row.take('city'),
    state: row.take('state'),
    zip: row.take('zip'),
  });
}
