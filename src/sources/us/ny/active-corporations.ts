import { oneLineAddress } from '../../../domain/addresses.js';
import { portalDate } from '../../../domain/dates.js';
import type { RegisteredAgent } from '../../../domain/entity.js';
import { defineSource, type Row } from '../../declare.js';
import { columns } from '../../support/columns.js';
import { typeClassOf } from './entity-types.js';

const COLUMNS = columns(
  'dos_id current_entity_name initial_dos_filing_date entity_type chairman_name registered_agent_name',
  'registered_agent_address_1 registered_agent_address_2 registered_agent_city registered_agent_state',
  'registered_agent_zip location_address_1 location_address_2 location_city location_state location_zip',
);
type CorporationRow = Row<(typeof COLUMNS)[number]>;

export const usNyActiveCorporations = defineSource({
  id: 'us_ny_active_corporations',
  title: 'New York Active Corporations: Beginning 1800',
  agency: { name: 'New York Department of State', level: 'state', url: 'https://dos.ny.gov' },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'urls',
    urls: ['https://data.ny.gov/api/views/n9v6-gdp6/rows.csv?accessType=DOWNLOAD'],
    host: 'data.ny.gov',
    perSecond: 1,
  },
  portal: {
    kind: 'socrata',
    host: 'data.ny.gov',
    tables: { main: 'n9v6-gdp6' },
    key: ['dos_id'],
    names: ['current_entity_name'],
  },
  layout: 'verified',
  coverage: 'Active entities only. The chief executive of corporations is the only officer; no filings.',
  recordClass: 'registry_entity',
  idScheme: 'portal',
  state: 'NY',
  publishes: { filings: false },
  expect: { min: 3_500_000, filled: { type: 0.95, formedDate: 0.95 } },
  columns: COLUMNS,
  aliases: { 'CEO Name': 'chairman_name' },
  // `dos_process_*` is where the state sends process: neither an agent nor the entity's own place. Addresses of
  // chief executives are persons' addresses and are not kept.
  ignore: columns(
    'county jurisdiction location_name dos_process_name dos_process_address_1 dos_process_address_2',
    'dos_process_city dos_process_state dos_process_zip chairman_address_1 chairman_address_2 chairman_city',
    'chairman_state chairman_zip ceo_address_1 ceo_address_2 ceo_city ceo_state ceo_zip',
  ),
  record: (row) => {
    const chief = row.take('chairman_name');
    return {
      key: row.need('dos_id'),
      name: row.need('current_entity_name'),
      type: row.take('entity_type'),
      typeClass: typeClassOf(row),
      // The list holds active entities and no status: being on it is the status.
      status: 'Active',
      activity: 'active',
      formedDate: portalDate(row.take('initial_dos_filing_date')),
      registeredAgent: agentOf(row),
      principalAddress: addressOf(row, 'location'),
      officers: chief === undefined ? [] : [{ name: chief, title: 'Chief Executive Officer' }],
    };
  },
});

function agentOf(row: CorporationRow): RegisteredAgent | undefined {
  const name = row.take('registered_agent_name');
  if (name === undefined || /^registered agent revoked$/i.test(name)) return undefined;
  return { name, address: addressOf(row, 'registered_agent') ?? null };
}

function addressOf(row: CorporationRow, block: 'registered_agent' | 'location'): string | undefined {
  return oneLineAddress({
    street: [row.take(`${block}_address_1`), row.take(`${block}_address_2`)],
    city: row.take(`${block}_city`),
    state: row.take(`${block}_state`),
    zip: row.take(`${block}_zip`),
  });
}
