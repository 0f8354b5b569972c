import type { SubjectType } from '../../../contract/vocabulary.js';
import { portalDate } from '../../../domain/dates.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineSource } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { subjectAddress } from '../subject-address.js';
import { meaningOf, words } from '../words.js';

/** Of 22 types those that were seen; a brand is a liquor label and nobody's licence. */
const SUBJECTS = words<SubjectType | 'brand'>({
  person: 'INDIVIDUAL',
  organization: 'BUSINESS; CORPORATION; LIMITED LIABILITY COMPANY',
  brand: 'LBD BRAND',
});

/** The Department's own yes or no, so that its 19 statuses need no table. */
const IN_FORCE = words({ active: '1; TRUE; YES', inactive: '0; FALSE; NO' });

export const usCtLicenses = defineSource({
  id: 'us_ct_licenses',
  title: 'Connecticut State Licenses and Credentials',
  agency: {
    name: 'Connecticut Department of Consumer Protection',
    level: 'state',
    url: 'https://www.elicense.ct.gov',
  },
  licence: 'public domain',
  every: 'day',
  fetch: socrata('data.ct.gov', 'ngch-56tr'),
  layout: 'verified',
  coverage: 'Licences of all statuses; liquor labels are left out. A person’s street address is not kept.',
  recordClass: 'license',
  idScheme: 'portal',
  state: 'CT',
  tag: 'licenses',
  publishes: { officers: false },
  expect: { min: 1_500_000, filled: { status: 0.9, type: 0.9 } },
  columns: columns(
    'credentialid name type businessname dba fullcredentialcode credential status active issuedate address city',
    'state zip',
  ),
  ignore: columns(
    'credentialtype credentialnumber credentialsubcategory statusreason effectivedate expirationdate',
    'recordrefreshedon',
  ),
  record: (row) => {
    const name = row.need('name');
    const kind = meaningOf(row, 'type', row.take('type'), SUBJECTS);
    if (kind === 'brand') return undefined;
    const subjectType = kind ?? subjectTypeOfName(name);
    const others = new Set(
      [row.take('businessname'), row.take('dba')].filter((other) => other !== undefined),
    );
    others.delete(name);
    const number = row.take('fullcredentialcode');
    return {
      // The code that the public knows (`HIC.0630961`) is not unique; it is the number of the issue below.
      key: row.need('credentialid'),
      name,
      otherNames: [...others].map((other) => ({ name: other, kind: 'assumed' })),
      subjectType,
      type: row.take('credential'),
      status: row.take('status'),
      activity: meaningOf(row, 'active', row.take('active'), IN_FORCE),
      principalAddress: subjectAddress(subjectType, {
        street: row.take('address'),
        city: row.take('city'),
        state: row.take('state'),
        zip: row.take('zip'),
      }),
      filings: [
        {
          type: 'License issued',
          date: portalDate(row.take('issuedate')) ?? null,
          description: number === undefined ? null : `License ${number}`,
          number,
        },
      ],
    };
  },
});
