import type { SubjectType } from '../../../contract/vocabulary.js';
import { personName } from '../../../domain/person-name.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineGroupedSource, type Row } from '../../declare.js';
import { socrata } from '../../families/socrata.js';
import { columns } from '../../support/columns.js';
import { assumedNames, licence, subjectAddress } from '../parts.js';
import { meaningOf, statusIn, words } from '../words.js';

const COLUMNS = columns(
  'license_number description license_status business first_name middle last_name suffix business_name',
  'businessdba original_issue_date city state zip',
);

const SUBJECTS = words<SubjectType>({ person: 'N; NO; FALSE', organization: 'Y; YES; TRUE' });

/** Of 23 statuses those whose words leave no doubt. */
const STATUSES = words({
  active: 'ACTIVE',
  inactive: 'NOT RENEWED; INACTIVE; EXPIRED; REVOKED; SUSPENDED; TERMINATED; CANCELLED; DECEASED; RETIRED',
});

/**
 * One row per case of discipline: the rows of one licence number are one record. Field names are those of the row
 * service; the display names of the download are known in part (`BusinessDBA`), hence the aliases.
 */
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
  tables: {
    main: {
      format: { kind: 'portal' },
      columns: COLUMNS,
      aliases: {
        LicenseNumber: 'license_number',
        LicenseStatus: 'license_status',
        LicenseType: 'license_type',
        FirstName: 'first_name',
        LastName: 'last_name',
        BusinessName: 'business_name',
        business_dba: 'businessdba',
        OriginalIssueDate: 'original_issue_date',
      },
      ignore: columns(
        'id license_type title prefix effective_date expiration_date county specialty_qualifier specialtyqualifier',
        'controlled_substance_schedule delegated_controlled_substance_schedule controlledsubstanceschedule',
        'delegatedcontrolledsubstanceschedule ever_disciplined everdisciplined last_modified_date lastmodifieddate',
        'case_number casenumber action discipline_start_date discipline_end_date discipline_reason',
        'effectivedate expirationdate disciplinestartdate disciplineenddate disciplinereason',
      ),
      groupBy: 'license_number',
    },
  },
  main: 'main',
  record: (group) => {
    const row = group.one('main');
    if (row === undefined) return undefined;
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
      ...statusIn(row, 'license_status', STATUSES),
      principalAddress: subjectAddress(subjectType, {
        street: undefined,
        city: filled(row, 'city'),
        state: filled(row, 'state'),
        zip: filled(row, 'zip'),
      }),
      filings: licence(row.take('original_issue_date')),
    };
  },
});

/** The word `None` stands where there is nothing. */
function filled<Column extends string>(row: Row<Column>, column: Column): string | undefined {
  const text = row.take(column);
  return text === 'None' ? undefined : text;
}
