import type { Officer } from '../../../domain/entity.js';
import { type ColumnsOf, defineGroupedSource, type Row, type Tables } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { formationByType } from '../formation.js';
import { PA_FILING } from '../keys.js';
import { addressIn, inRole, personIn } from '../parts.js';
import { typeByEnding, words } from '../words.js';

/**
 * One row per party: the rows of one filing number are one record. The columns of an entity are proven by live rows;
 * those of a party are known from programs that read them. Names are title-cased by the portal (`Daff Trucking Llc`).
 */
const PARTY_TABLES = {
  main: {
    format: { kind: 'portal' },
    columns: columns(
      'business_name filing_number address_line1 address_line2 city state zip typeofbusinessregistration',
      'creationdate party_type last_name first_name middle_name',
    ),
    ignore: columns('shortcountyname county_name'),
    groupBy: 'filing_number',
    keys: { filing_number: PA_FILING },
    carries: { officers: columns('last_name first_name middle_name') },
  },
} as const satisfies Tables;

const STREET = ['address_line1', 'address_line2'] as const;

function partyOf(row: Row<ColumnsOf<(typeof PARTY_TABLES)['main']>>): readonly Officer[] {
  return inRole(row.take('party_type') ?? null, personIn(row, 'first_name', 'middle_name', 'last_name'));
}

/** By the end of the published type; `Authority` and the like have no class. */
const TYPES = words({
  llc: 'Limited Liability Company',
  nonprofit: 'Nonprofit Corporation',
  corporation: 'Business Corporation',
  lp: 'Limited Partnership (LP/LLLP); Limited Partnership',
  other: 'General Partnership (GP/LLP)',
});

export const usPaRegisteredBusinesses = defineGroupedSource({
  ...socrata('PA', 'data.pa.gov', 'xvd7-5r2c', { key: 'filing_number', name: 'business_name' }),
  id: 'us_pa_registered_businesses',
  title: 'Registered Businesses in Pennsylvania',
  agency: {
    name: 'Pennsylvania Department of State',
    level: 'state',
    url: 'https://www.pa.gov/agencies/dos',
  },
  licence: 'public domain',
  every: 'month',
  layout: 'unverified',
  coverage:
    'Businesses on the current list. No status, no agents, no fictitious names. Being off it says nothing.',
  recordClass: 'registry_entity',
  publishes: { status: false, registeredAgent: false, filings: false },
  expect: { min: 2_000_000, filled: { type: 0.9, formedDate: 0.8 } },
  tables: PARTY_TABLES,
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    if (row === undefined) return undefined;
    return {
      key: row.need('filing_number'),
      name: row.need('business_name'),
      ...typeByEnding(row, 'typeofbusinessregistration', TYPES),
      ...formationByType(dateIn(row, 'creationdate'), row.take('typeofbusinessregistration')),
      principalAddress: addressIn(row, 'organization', STREET, 'city', 'state', 'zip'),
      officers: group.all('main').flatMap(partyOf),
    };
  },
});
