import type { DeclaredDraft } from '../../../domain/entity.js';
import { personName } from '../../../domain/people/person-name.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { type ColumnsOf, defineGroupedSource, type Row } from '../../declare/index.js';
import { socrata } from '../../families/socrata.js';
import { dateIn } from '../../support/values.js';
import { assumedNames, licence, subjectAddress } from '../parts.js';
import { meaningOf, statusIn } from '../words.js';
import { LICENSE_TABLES, STATUSES, SUBJECTS } from './license-tables.js';

/** The rows of a licence differ in what is not kept: the first is all of it. */
function licenseRecord(row: Row<ColumnsOf<(typeof LICENSE_TABLES)['main']>>): DeclaredDraft | undefined {
  const kind = meaningOf(row, 'business', row.take('business'), SUBJECTS);
  const business = filled(row, 'business_name');
  const person = personName({
    first: filled(row, 'first_name'),
    middle: filled(row, 'middle'),
    last: filled(row, 'last_name'),
    suffix: filled(row, 'suffix'),
  });
  // The business name of a person repeats the person's.
  const name = kind === 'person' ? (person ?? business) : (business ?? person);
  if (name === undefined) return undefined;
  const subjectType = kind ?? subjectTypeOfName(name);
  return {
    key: row.need('license_number'),
    name,
    otherNames: assumedNames(name, business, filled(row, 'businessdba')),
    subjectType,
    type: row.take('description'),
    typeClass: undefined,
    ...statusIn(row, 'license_status', STATUSES),
    principalAddress: subjectAddress(subjectType, {
      street: undefined,
      city: filled(row, 'city'),
      state: filled(row, 'state'),
      zip: filled(row, 'zip'),
    }),
    filings: licence(dateIn(row, 'original_issue_date')),
  };
}

/** `None` means blank. */
function filled<Column extends string>(row: Row<Column>, column: Column): string | undefined {
  const text = row.take(column);
  return text === 'None' ? undefined : text;
}

export const usIlProfessionalLicenses = defineGroupedSource({
  ...socrata('IL:licenses', 'data.illinois.gov', 'pzzh-kp68', {
    key: 'license_number',
    name: 'business_name',
  }),
  id: 'us_il_professional_licenses',
  title: 'Illinois Professional Licenses',
  agency: {
    name: 'Illinois Department of Financial and Professional Regulation',
    level: 'state',
    url: 'https://idfpr.illinois.gov',
  },
  licence: 'ODbL 1.0',
  every: 'week',
  layout: 'unverified',
  coverage: 'Licences of all statuses. Discipline is not kept, addresses are city and ZIP at the publisher.',
  recordClass: 'license',
  publishes: { officers: false },
  expect: { min: 3_000_000, filled: { status: 0.95, type: 0.95 } },
  tables: LICENSE_TABLES,
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    return row && licenseRecord(row);
  },
});
