import type { Officer, RegisteredAgent } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { type ColumnsOf, defineGroupedSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { inRole, LISTED } from '../parts.js';
import { BUSINESS_TABLES, classOf } from './business-tables.js';

/** One row per associated name: the rows of one registry number are one record. */
export const usOrActiveBusinesses = defineGroupedSource({
  ...socrata('OR', 'data.oregon.gov', 'tckn-sxa6', { key: 'registry_number', name: 'business_name' }),
  id: 'us_or_active_businesses',
  title: 'Oregon Active Businesses',
  agency: { name: 'Oregon Secretary of State', level: 'state', url: 'https://sos.oregon.gov/business' },
  licence: 'public record',
  every: 'month',
  layout: 'verified',
  coverage: 'Active businesses and assumed business names only; no filings.',
  recordClass: 'registry_entity',
  publishes: { filings: false },
  activeOnly: true,
  expect: { min: 400_000, filled: { type: 0.95, formedDate: 0.95, registeredAgent: 0.4 } },
  tables: BUSINESS_TABLES,
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    if (row === undefined) return undefined;
    const rows = group.all('main');
    const kind = classOf(row);
    return {
      key: row.need('registry_number'),
      name: row.need('business_name'),
      ...kind,
      ...LISTED,
      ...formationOf(dateIn(row, 'registry_date'), isForeignType(kind.type)),
      registeredAgent: agentOf(rows),
      principalAddress: addressOf(rows),
      officers: rows.flatMap(officerOf),
    };
  },
});

type NameRow = Row<ColumnsOf<(typeof BUSINESS_TABLES)['main']>>;

const AGENT = 'REGISTERED AGENT';
const PLACE = 'PRINCIPAL PLACE OF BUSINESS';
/** Rows for a place or the agent; all others name a person or company in a role. */
const NOT_OFFICERS: ReadonlySet<string> = new Set([AGENT, PLACE, 'MAILING ADDRESS']);

/** The first of several agents: two rows of one agent are two spellings of its name. */
function agentOf(rows: readonly NameRow[]): RegisteredAgent | undefined {
  const row = rows.find((candidate) => candidate.take('associated_name_type') === AGENT);
  const name = row && nameOf(row);
  return row && name !== undefined ? { name, address: lineOf(row) ?? null } : undefined;
}

function addressOf(rows: readonly NameRow[]): string | undefined {
  const row = rows.find((candidate) => candidate.take('associated_name_type') === PLACE);
  return row && lineOf(row);
}

/** Their addresses are not kept: they are homes, mostly. */
function officerOf(row: NameRow): readonly Officer[] {
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
