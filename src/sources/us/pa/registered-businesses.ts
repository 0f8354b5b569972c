import { defineGroupedSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { formationByType } from '../formation.js';
import { addressIn } from '../parts.js';
import { typeByEnding } from '../words.js';
import { PARTY_TABLES, partyOf, STREET, TYPES } from './party-tables.js';

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
