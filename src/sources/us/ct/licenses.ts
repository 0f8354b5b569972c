import type { SubjectType } from '../../../contract/vocabulary.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { addressIn, assumedNames, licence } from '../parts.js';
import { meaningOf, words } from '../words.js';
import { LICENSE_COLUMNS } from './license-columns.js';

/** Of 22 types those that were seen; a brand is a liquor label and nobody's licence. */
const SUBJECTS = words<SubjectType | 'brand'>({
  person: 'INDIVIDUAL',
  organization: 'BUSINESS; CORPORATION; LIMITED LIABILITY COMPANY',
  brand: 'LBD BRAND',
});
/** The Department's own yes or no, so that its 19 statuses need no table. */
const IN_FORCE = words({ active: '1; TRUE', inactive: '0; FALSE' });
export const usCtLicenses = defineSource({
  ...socrata('CT:licenses', 'data.ct.gov', 'ngch-56tr', { key: 'credentialid', name: 'name' }),
  id: 'us_ct_licenses',
  title: 'Connecticut State Licenses and Credentials',
  agency: {
    name: 'Connecticut Department of Consumer Protection',
    level: 'state',
    url: 'https://portal.ct.gov/dcp',
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
    const kind = meaningOf(row, 'type', row.take('type'), SUBJECTS);
    if (kind === 'brand') return undefined;
    const subjectType = kind ?? subjectTypeOfName(name);
    return {
      // The code that the public knows (`HIC.0630961`) is not unique: it is searchable, not the key.
      key: row.need('credentialid'),
      name,
      otherNames: assumedNames(name, row.take('businessname'), row.take('dba')),
      subjectType,
      type: row.take('credential'),
      status: row.take('status'),
      activity: meaningOf(row, 'active', row.take('active'), IN_FORCE),
      principalAddress: addressIn(row, subjectType, ['address'], 'city', 'state', 'zip'),
      filings: licence(row.take('issuedate'), row.take('fullcredentialcode')),
    };
  },
});
