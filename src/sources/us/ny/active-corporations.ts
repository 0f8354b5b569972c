import type { RegisteredAgent } from '../../../domain/entity.js';
import { oneLineAddress } from '../../../domain/places/addresses.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { NY_DOS_ID } from '../keys.js';
import { inRole, LISTED } from '../parts.js';
import { typeClassOf } from './entity-types.js';

const COLUMNS = columns(
  'dos_id current_entity_name initial_dos_filing_date entity_type chairman_name registered_agent_name',
  'registered_agent_address_1 registered_agent_address_2 registered_agent_city registered_agent_state',
  'registered_agent_zip location_address_1 location_address_2 location_city location_state location_zip',
  'dos_process_name dos_process_address_1 dos_process_address_2 dos_process_city dos_process_state dos_process_zip',
);

export const usNyActiveCorporations = defineSource({
  ...socrata('NY', 'data.ny.gov', 'n9v6-gdp6', { key: 'dos_id', name: 'current_entity_name' }),
  id: 'us_ny_active_corporations',
  title: 'New York Active Corporations: Beginning 1800',
  agency: { name: 'New York Department of State', level: 'state', url: 'https://dos.ny.gov' },
  licence: 'public domain',
  every: 'month',
  layout: 'verified',
  coverage:
    'Active entities only. The only officer is the chief executive of corporations. Filings: us_ny_daily_filings.',
  recordClass: 'registry_entity',
  publishes: {},
  heldBy: { filings: 'us_ny_entity_filings' },
  activeOnly: true,
  expect: { min: 3_500_000, filled: { type: 0.95, formedDate: 0.95 } },
  columns: COLUMNS,
  keys: { dos_id: NY_DOS_ID },
  aliases: { 'CEO Name': 'chairman_name' },
  ignore: columns(
    'county jurisdiction location_name chairman_address_1 chairman_address_2 chairman_city chairman_state',
    'chairman_zip ceo_address_1 ceo_address_2 ceo_city ceo_state ceo_zip',
  ),
  record: (row) => ({
    key: row.need('dos_id'),
    name: row.need('current_entity_name'),
    type: row.take('entity_type'),
    typeClass: typeClassOf(row),
    ...LISTED,
    ...formationOf(dateIn(row, 'initial_dos_filing_date'), isForeignType(row.take('entity_type'))),
    registeredAgent: agentOf(row),
    principalAddress: addressOf(row, 'location'),
    officers: inRole('Chief Executive Officer', row.take('chairman_name')),
  }),
});

type CorporationRow = Row<(typeof COLUMNS)[number]>;

function agentOf(row: CorporationRow): RegisteredAgent | undefined {
  const name = row.take('registered_agent_name');
  if (name === undefined) return processAgentOf(row);
  if (ENDED.test(name)) return processAgentOf(row, name);
  return { name, address: addressOf(row, 'registered_agent') ?? null };
}

/** By law the Secretary of State takes papers for each entity, and sends them to this address. */
function processAgentOf(row: CorporationRow, note?: string): RegisteredAgent | undefined {
  const name = row.take('dos_process_name');
  if (name === undefined) return undefined;
  const address = addressOf(row, 'dos_process') ?? null;
  return { name, address, role: 'service_of_process', ...(note !== undefined && { note }) };
}

const ENDED = /^registered agent (?:revoked|resigned)$/i;

function addressOf(row: CorporationRow, block: 'registered_agent' | 'location' | 'dos_process') {
  return oneLineAddress({
    street: [row.take(`${block}_address_1`), row.take(`${block}_address_2`)],
    city: row.take(`${block}_city`),
    state: row.take(`${block}_state`),
    zip: row.take(`${block}_zip`),
  });
}
