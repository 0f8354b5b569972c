import { defineSource } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { addressIn, assumedNames, licence } from '../parts.js';
import { LICENSE_COLUMNS } from './license-columns.js';
import { standingOf, subjectOf } from './license-words.js';

export const usCtLicenses = defineSource({
  ...socrata('CT:licenses', 'data.ct.gov', 'ngch-56tr', { key: 'credentialid', name: 'name' }),
  id: 'us_ct_licenses',
  title: 'Connecticut State Licenses and Credentials',
  agency: {
    name: 'Connecticut Department of Consumer Protection',
    level: 'state',
    url: 'https://ct.gov/dcp',
  },
  licence: 'public domain',
  every: 'day',
  layout: 'verified',
  coverage: 'Licences of all statuses; liquor labels are left out. A person’s street address is not kept.',
  recordClass: 'license',
  publishes: { officers: false },
  expect: { min: 1_500_000, filled: { status: 0.9, type: 0.9 } },
  ...LICENSE_COLUMNS,
  record: (row) => {
    const name = row.need('name');
    const subjectType = subjectOf(row, name);
    if (subjectType === 'brand') return undefined;
    return {
      // The public code (`HIC.0630961`) is not unique, so it is searchable but not the key.
      key: row.need('credentialid'),
      name,
      otherNames: assumedNames(name, row.take('businessname'), row.take('dba')),
      subjectType,
      type: row.take('credential'),
      typeClass: undefined,
      ...standingOf(row),
      principalAddress: addressIn(row, subjectType, ['address'], 'city', 'state', 'zip'),
      filings: licence(dateIn(row, 'issuedate'), row.take('fullcredentialcode')),
    };
  },
});
