import { defineGroupedSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { formationOf, isForeignType } from '../formation.js';
import { LISTED } from '../parts.js';
import { addressOf, agentOf, officerOf } from './associated-names.js';
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
