import { portalDate } from '../../../domain/dates.js';
import { defineGroupedSource, type Tables } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { LISTED } from '../parts.js';
import { typeByEnding, words } from '../words.js';
import { addressOf, agentOf, officerOf } from './associated-names.js';

const TABLES = {
  main: {
    format: { kind: 'portal' },
    columns: columns(
      'registry_number business_name entity_type registry_date associated_name_type first_name middle_name',
      'last_name suffix not_of_record_entity entity_of_record_name address address_continued city state zip',
    ),
    aliases: { zip_code: 'zip' },
    ignore: columns('entity_of_record_reg_number business_details nonprofit_type updated_at'),
    groupBy: 'registry_number',
  },
} as const satisfies Tables;
export type BusinessTables = typeof TABLES;

const ASSUMED_NAME = 'ASSUMED BUSINESS NAME';

/** By the end of the published type. An assumed business name does not say what kind of body bears it. */
const TYPES = words({
  nonprofit: 'NONPROFIT CORPORATION',
  corporation: 'BUSINESS CORPORATION; PROFESSIONAL CORPORATION',
  cooperative: 'COOPERATIVE',
  llc: 'LIMITED LIABILITY COMPANY',
  llp: 'LIMITED LIABILITY PARTNERSHIP',
  lp: 'LIMITED PARTNERSHIP',
  other: ASSUMED_NAME,
});

/** One row per associated name: the rows of one registry number are one record. */
export const usOrActiveBusinesses = defineGroupedSource({
  ...socrata('OR', 'data.oregon.gov', 'tckn-sxa6', { key: 'registry_number', name: 'business_name' }),
  id: 'us_or_active_businesses',
  title: 'Oregon Active Businesses',
  agency: { name: 'Oregon Secretary of State', level: 'state', url: 'https://sos.oregon.gov/business' },
  licence: 'public record',
  every: 'month',
  layout: 'verified',
  coverage:
    'Active businesses and assumed business names only; no filings. Five sibling tables of the same layout, of 2017, prove it.',
  recordClass: 'registry_entity',
  publishes: { filings: false },
  expect: { min: 400_000, filled: { type: 0.95, formedDate: 0.95, registeredAgent: 0.4 } },
  tables: TABLES,
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    if (row === undefined) return undefined;
    const { type, typeClass } = typeByEnding(row, 'entity_type', TYPES);
    const rows = group.all('main');
    return {
      key: row.need('registry_number'),
      name: row.need('business_name'),
      recordClass: type === ASSUMED_NAME ? 'name_registration' : undefined,
      type,
      typeClass,
      ...LISTED,
      formedDate: portalDate(row.take('registry_date')),
      registeredAgent: agentOf(rows),
      principalAddress: addressOf(rows),
      officers: rows.flatMap(officerOf),
    };
  },
});
