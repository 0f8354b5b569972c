import { stateCode } from '../../../domain/places/place-codes.js';
import { type ColumnsOf, defineGroupedSource, type Row, type Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { codeIn, dateIn, dayIn } from '../../support/values.js';
import { ASSISTANCE_AWARD, UEI } from '../keys.js';
import { subjectAddress } from '../parts.js';
import { DELETION_COLUMN, refuseDeletion } from './deletions.js';

const TABLES = {
  transactions: {
    format: { kind: 'portal' },
    columns: columns(
      'assistance_award_unique_key award_id_fain award_id_uri federal_action_obligation action_date recipient_uei',
      'recipient_name recipient_address_line_1 recipient_address_line_2 recipient_city_name recipient_state_code',
      'recipient_zip_code recipient_zip_last_4_code recipient_country_name recipient_foreign_city_name cfda_title',
      'assistance_type_description business_types_description action_type_description awarding_agency_name',
      'record_type_code modification_number',
    ),
    optional: [DELETION_COLUMN],
    ignore: columns(
      'assistance_transaction_unique_key sai_number total_obligated_amount',
      'total_outlayed_amount_for_overall_award indirect_cost_federal_share_amount non_federal_funding_amount',
      'total_non_federal_funding_amount face_value_of_loan original_loan_subsidy_cost total_face_value_of_loan',
      'total_loan_subsidy_cost generated_pragmatic_obligations disaster_emergency_fund_codes_for_overall_award',
      'action_date_fiscal_year period_of_performance_start_date period_of_performance_current_end_date',
      'awarding_agency_code awarding_sub_agency_code awarding_sub_agency_name awarding_office_code',
      'awarding_office_name funding_agency_code funding_agency_name funding_sub_agency_code',
      'funding_sub_agency_name funding_office_code funding_office_name treasury_accounts_funding_this_award',
      'federal_accounts_funding_this_award object_classes_funding_this_award',
      'program_activities_funding_this_award recipient_duns recipient_name_raw recipient_parent_uei',
      'recipient_parent_duns recipient_parent_name recipient_parent_name_raw recipient_country_code',
      'recipient_city_code prime_award_transaction_recipient_county_fips_code recipient_county_name',
      'prime_award_transaction_recipient_state_fips_code recipient_state_name',
      'prime_award_transaction_recipient_cd_original prime_award_transaction_recipient_cd_current',
      'recipient_foreign_province_name recipient_foreign_postal_code primary_place_of_performance_scope',
      'primary_place_of_performance_country_code primary_place_of_performance_country_name',
      'primary_place_of_performance_code primary_place_of_performance_city_name',
      'prime_award_transaction_place_of_performance_county_fips_code primary_place_of_performance_county_name',
      'prime_award_transaction_place_of_performance_state_fips_code primary_place_of_performance_state_name',
      'primary_place_of_performance_zip_4 prime_award_transaction_place_of_performance_cd_original',
      'prime_award_transaction_place_of_performance_cd_current primary_place_of_performance_foreign_location',
      'cfda_number funding_opportunity_number funding_opportunity_goals_text assistance_type_code',
      'transaction_description prime_award_base_transaction_description business_funds_indicator_code',
      'business_funds_indicator_description business_types_code correction_delete_indicator_code',
      'correction_delete_indicator_description action_type_code record_type_description usaspending_permalink',
      'initial_report_date last_modified_date',
    ),
    groupBy: 'assistance_award_unique_key',
    keys: { assistance_award_unique_key: ASSISTANCE_AWARD },
  },
} as const satisfies Tables;
type ActionRow = Row<ColumnsOf<(typeof TABLES)['transactions']>>;

/** One row per action: the actions of one award are one record, shown as of its newest, with all among the filings. */
export const usUsaspendingAssistance = defineGroupedSource({
  id: 'us_usaspending_assistance',
  title: 'USAspending Prime Award Financial Assistance',
  agency: {
    name: 'US Department of the Treasury, Bureau of the Fiscal Service',
    level: 'federal',
    url: 'https://www.usaspending.gov',
  },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'manual',
    how: 'Take FY<year>_All_Assistance_Full_<date>.zip from files.usaspending.gov/award_data_archive.',
  },
  layout: 'verified',
  coverage:
    'Awards with actions in the years loaded. Sums over many recipients, and recipients whose name is withheld, ' +
    'are left out. A person’s street address is not kept.',
  recordClass: 'financial_assistance_award',
  idScheme: 'bulk',
  state: null,
  delivery: 'increment',
  publishes: { status: false, formedDate: false, registeredAgent: false },
  expect: { min: 1 },
  tables: TABLES,
  main: 'transactions',
  record: (group) => {
    const actions = newestFirst(group.all('transactions'));
    for (const action of actions) refuseDeletion(action.take(DELETION_COLUMN));
    const newest = actions[0];
    const name = newest && recipientOf(newest);
    if (newest === undefined || name === undefined) return undefined;
    const types = newest.take('business_types_description')?.split(';') ?? [];
    const subjectType = types.includes('INDIVIDUAL') ? 'person' : 'organization';
    const uei = codeIn(newest, 'recipient_uei', UEI);
    const ueis = uei === undefined ? [] : [{ scheme: 'uei' as const, value: uei }];
    return {
      // Not the award's number: two awards of two agencies may bear one.
      key: newest.need('assistance_award_unique_key'),
      name,
      subjectType,
      state: stateCode(newest.take('recipient_state_code')) ?? null,
      type: newest.take('assistance_type_description'),
      typeClass: undefined,
      principalAddress: subjectAddress(subjectType, addressOf(newest)),
      filings: actions.map(filingOf),
      identifiers: ueis,
      linkKeys: ueis,
    };
  },
});

/** Undefined for sums over recipients (record type 1) and for redacted names. */
function recipientOf(action: ActionRow): string | undefined {
  const name = action.take('recipient_name');
  const isSum = action.take('record_type_code') === '1';
  return isSum || name === undefined || NOT_NAMES.test(name) ? undefined : name;
}

const NOT_NAMES =
  /^(?:multiple (?:foreign )?recipients|redacted due to pii|miscellaneous foreign awardees|nan)$/i;

function addressOf(action: ActionRow) {
  const zip = [action.take('recipient_zip_code'), action.take('recipient_zip_last_4_code')];
  return {
    street: [action.take('recipient_address_line_1'), action.take('recipient_address_line_2')],
    city: action.take('recipient_city_name') ?? action.take('recipient_foreign_city_name'),
    state: action.take('recipient_state_code'),
    zip: zip.filter((part) => part !== undefined).join('-'),
    country: action.take('recipient_country_name'),
  };
}

function filingOf(action: ActionRow) {
  const amount = action.take('federal_action_obligation');
  const fain = action.take('award_id_fain');
  const uri = action.take('award_id_uri');
  const parts = [
    ...(amount === undefined ? [] : [`obligated ${dollars(amount)}`]),
    ...[action.take('cfda_title'), action.take('awarding_agency_name')].filter((part) => part !== undefined),
  ];
  return {
    type: action.take('action_type_description') ?? 'Action',
    date: dateIn(action, 'action_date') ?? null,
    description: parts.length === 0 ? null : parts.join('; '),
    number: fain ?? uri,
  };
}

/** `-310999.00` -> `-$310,999.00`; other texts are unchanged. */
function dollars(amount: string): string {
  const [, sign, whole, cents = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  return whole === undefined ? amount : `${sign}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${cents}`;
}

/** By date, then by number of the modification. */
function newestFirst(actions: readonly ActionRow[]): ActionRow[] {
  const keyed = actions.map((action) => ({ action, turn: turnOf(action) }));
  keyed.sort((a, b) => (a.turn < b.turn ? 1 : a.turn > b.turn ? -1 : 0));
  return keyed.map(({ action }) => action);
}

function turnOf(action: ActionRow): string {
  return `${dayIn(action, 'action_date')} ${(action.take('modification_number') ?? '').padStart(12)}`;
}
