import type { SubjectType } from '../../../contract/vocabulary.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { dateIn } from '../../support/values.js';
import { CT_CREDENTIAL } from '../keys.js';
import { addressIn, assumedNames, licence } from '../parts.js';
import { meaningOf, words } from '../words.js';

/** The parts of the code, and the days of a licence’s terms, are not kept. */
const LICENSE_COLUMNS = {
  columns: columns(
    'credentialid name type businessname dba fullcredentialcode credential status active issuedate address city',
    'state zip',
  ),
  keys: { credentialid: CT_CREDENTIAL },
  ignore: columns(
    'credentialtype credentialnumber credentialsubcategory statusreason effectivedate expirationdate',
    'recordrefreshedon',
  ),
} as const;

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

/**
 * By type, and by name if the type does not decide; a brand is a liquor label, not a licence of a company.
 */
function subjectOf(row: Row<'type'>, name: string): SubjectType | 'brand' {
  return meaningOf(row, 'type', row.take('type'), SUBJECTS) ?? subjectTypeOfName(name);
}

/** The Department publishes what is active, so its 19 statuses need no table. */
function standingOf(row: Row<'status' | 'active'>) {
  return { status: row.take('status'), activity: meaningOf(row, 'active', row.take('active'), IN_FORCE) };
}

/** The types that were seen, of 22. */
const SUBJECTS = words<SubjectType | 'brand'>({
  person: 'INDIVIDUAL',
  organization: 'BUSINESS; CORPORATION; LIMITED LIABILITY COMPANY',
  brand: 'LBD BRAND',
});

const IN_FORCE = words({ active: '1; TRUE', inactive: '0; FALSE' });
