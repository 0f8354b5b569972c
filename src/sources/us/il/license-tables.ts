import type { SubjectType } from '../../../contract/vocabulary.js';
import type { Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { IL_LICENSE } from '../keys.js';
import { words } from '../words.js';

/**
 * One row per case of discipline: the rows of one licence number are one record. Field names are those of the row
 * service; some display names of the download are known (`BusinessDBA`), so there are aliases.
 */
export const LICENSE_TABLES = {
  main: {
    format: { kind: 'portal' },
    columns: columns(
      'license_number description license_status business first_name middle last_name suffix business_name',
      'businessdba original_issue_date city state zip',
    ),
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
    keys: { license_number: IL_LICENSE },
  },
} as const satisfies Tables;

export const SUBJECTS = words<SubjectType>({ person: 'N; NO; FALSE', organization: 'Y; YES; TRUE' });

/** The statuses whose words leave no doubt, of 23. */
export const STATUSES = words({
  active: 'ACTIVE',
  inactive: 'NOT RENEWED; INACTIVE; EXPIRED; REVOKED; SUSPENDED; TERMINATED; CANCELLED; DECEASED; RETIRED',
});
