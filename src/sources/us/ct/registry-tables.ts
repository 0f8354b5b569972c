import type { Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { CT_ACCOUNT, UNVERIFIED_NUMBER } from '../keys.js';

/**
 * The register's five tables. Only the main table is verified with real rows. The companions are declared as
 * far as programs that read the live portal agree on them; other columns are reported as unread.
 *
 * The main table's `id` is the companions' key, under four names: principals `business_id`, agents
 * `business_key` (their `business_id` is the account number if both are present), filings `account`, name
 * changes `unique_key`. Without `id` (older exports), the main table is used alone, one record per account
 * number.
 *
 * Deliberately ignored: e-mail addresses, questions about owners (sex, race, service, disability,
 * orientation), and homes: every `residence_*` column, and all addresses of principals.
 */
export const REGISTRY_TABLES = {
  master: {
    format: { kind: 'portal' },
    columns: columns(
      'accountnumber name status business_type date_registration billingstreet billingcity billingstate',
      'billingpostalcode billingcountry',
    ),
    optional: columns('billing_unit citizenship'),
    ignore: columns(
      'id business_email_address category_survey_email_address woman_owned_organization create_dt sub_status',
      'veteran_owned_organization minority_owned_organization org_owned_by_person_s_with',
      'organization_is_lgbtqi_owned mailing_address mail_jurisdiction mailing_international_address',
      'country_formation formation_place state_or_territory_formation reason_for_administrative naics_code',
      'naics_sub_code dissolution_date total_authorized_shares annual_report_due_date began_transacting_in_ct',
      'business_name_in_state_country date_of_organization_meeting geo_location office_jurisdiction_address',
      'office_jurisdiction office_jurisdiction_1 office_jurisdiction_2 office_jurisdiction_3',
      'office_jurisdiction_4 mailing_jurisdiction_address mailing_jurisdiction mailing_jurisdiction_1',
      'mailing_jurisdiction_2 mailing_jurisdiction_3 mailing_jurisdiction_4 mailing_jurisdiction_country',
      'record_address_street record_address_unit record_address_city record_address_state record_address_zip',
      'record_address_country',
    ),
    groupBy: ['id', 'accountnumber'],
    keys: { id: UNVERIFIED_NUMBER, accountnumber: CT_ACCOUNT },
  },
  agents: {
    format: { kind: 'portal' },
    columns: columns('business_key name__c'),
    optional: columns(
      'firstname lastname business_street_address_1 business_street_address_2 business_city business_state',
      'business_zip_code business_address',
    ),
    ignore: columns(
      'business_id type create_dt email business_country mailing_address residence_address',
      'residence_street_address_1 residence_street_address_2 residence_city residence_state residence_zip_code',
      'residence_country',
    ),
    groupBy: 'business_key',
    keys: { business_key: UNVERIFIED_NUMBER },
    companion: true,
    holds: ['registeredAgent'],
  },
  principals: {
    format: { kind: 'portal' },
    columns: columns('business_id name__c designation'),
    optional: columns('firstname lastname'),
    ignore: columns(
      'create_dt email business_address business_street_address_1 business_street_address_2 business_city',
      'business_state business_zip_code business_country mailing_address residence_address residence_city',
      'residence_street_address_1 residence_street_address_2 residence_state residence_zip_code',
      'residence_country',
    ),
    groupBy: 'business_id',
    keys: { business_id: UNVERIFIED_NUMBER },
    companion: true,
    holds: ['officers'],
  },
  filings: {
    format: { kind: 'portal' },
    columns: columns('account filing_date filing_type'),
    optional: columns('name'),
    ignore: columns('type create_dt'),
    groupBy: 'account',
    keys: { account: UNVERIFIED_NUMBER },
    companion: true,
    holds: ['filings'],
  },
  nameChanges: {
    format: { kind: 'portal' },
    columns: columns('unique_key business_name_old business_name_new'),
    ignore: columns('name_change_date create_dt'),
    groupBy: 'unique_key',
    keys: { unique_key: UNVERIFIED_NUMBER },
    companion: true,
  },
} as const satisfies Tables;
