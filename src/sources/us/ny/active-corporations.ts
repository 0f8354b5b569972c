import { portalDate } from '../../../domain/dates.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { formationOf, isForeignType } from '../formation.js';
import { inRole, LISTED } from '../parts.js';
import { CORPORATION_COLUMNS } from './corporation-columns.js';
import { addressOf, agentOf } from './corporation-parts.js';
import { typeClassOf } from './entity-types.js';

export const usNyActiveCorporations = defineSource({
  ...socrata('NY', 'data.ny.gov', 'n9v6-gdp6', { key: 'dos_id', name: 'current_entity_name' }),
  id: 'us_ny_active_corporations',
  title: 'New York Active Corporations: Beginning 1800',
  agency: { name: 'New York Department of State', level: 'state', url: 'https://dos.ny.gov' },
  licence: 'public domain',
  every: 'month',
  layout: 'verified',
  coverage:
    'Active entities only. The chief executive of corporations is the only officer. Filings are those of ' +
    'us_ny_daily_filings, if that is loaded.',
  recordClass: 'registry_entity',
  publishes: {},
  heldBy: { filings: 'us_ny_entity_filings' },
  expect: { min: 3_500_000, filled: { type: 0.95, formedDate: 0.95 } },
  ...CORPORATION_COLUMNS,
  record: (row) => ({
    key: row.need('dos_id'),
    name: row.need('current_entity_name'),
    type: row.take('entity_type'),
    typeClass: typeClassOf(row),
    ...LISTED,
    ...formationOf(portalDate(row.take('initial_dos_filing_date')), isForeignType(row.take('entity_type'))),
    registeredAgent: agentOf(row),
    principalAddress: addressOf(row, 'location'),
    officers: inRole('Chief Executive Officer', row.take('chairman_name')),
  }),
});
