import type { Party } from '../../../domain/records/dataset.js';
import type { ContractDocument } from '../../../domain/records/searched-records.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineDataset, type Row, type Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { sumOf } from '../../support/numbers.js';
import { partyAddress } from '../../support/parties.js';
import { amountIn, codeIn, dateIn, dayIn } from '../../support/values.js';
import { CONTRACT_AWARD, UEI } from '../keys.js';
import { DELETION_COLUMN, refuseDeletion } from './deletions.js';

/** Columns of the two contract layouts (297 of transactions, 286 of award summaries) that are not kept. */
const UNKEPT_CONTRACT_COLUMNS: readonly string[] = columns(
  'contract_transaction_unique_key transaction_number parent_award_agency_id parent_award_agency_name',
  'parent_award_modification_number total_outlayed_amount_for_overall_award',
  'base_and_exercised_options_value current_total_value_of_award base_and_all_options_value',
  'potential_total_value_of_award disaster_emergency_fund_codes_for_overall_award',
  'outlayed_amount_from_covid_19_supplementals_for_overall_award',
  'obligated_amount_from_covid_19_supplementals_for_overall_award',
  'outlayed_amount_from_iija_supplemental_for_overall_award',
  'obligated_amount_from_iija_supplemental_for_overall_award action_date_fiscal_year',
  'period_of_performance_potential_end_date ordering_period_end_date',
  'solicitation_date awarding_agency_code awarding_sub_agency_code awarding_office_code',
  'awarding_office_name funding_agency_code funding_agency_name funding_sub_agency_code funding_sub_agency_name',
  'funding_office_code funding_office_name treasury_accounts_funding_this_award federal_accounts_funding_this_award',
  'object_classes_funding_this_award program_activities_funding_this_award foreign_funding',
  'foreign_funding_description sam_exception sam_exception_description recipient_duns cage_code',
  'recipient_parent_uei recipient_parent_duns recipient_parent_name recipient_parent_name_raw',
  'recipient_country_name recipient_address_line_2 prime_award_transaction_recipient_county_fips_code',
  'recipient_county_name prime_award_transaction_recipient_state_fips_code recipient_state_name',
  'prime_award_transaction_recipient_cd_original prime_award_transaction_recipient_cd_current',
  'recipient_phone_number recipient_fax_number primary_place_of_performance_country_code',
  'primary_place_of_performance_country_name primary_place_of_performance_city_name',
  'prime_award_transaction_place_of_performance_county_fips_code primary_place_of_performance_county_name',
  'prime_award_transaction_place_of_performance_state_fips_code primary_place_of_performance_state_code',
  'primary_place_of_performance_state_name primary_place_of_performance_zip_4',
  'prime_award_transaction_place_of_performance_cd_original prime_award_transaction_place_of_performance_cd_current',
  'award_or_idv_flag award_type_code idv_type_code multiple_or_single_award_idv_code',
  'multiple_or_single_award_idv type_of_idc_code type_of_idc type_of_contract_pricing_code type_of_contract_pricing',
  'transaction_description action_type_code action_type',
  'solicitation_identifier number_of_actions inherently_governmental_functions',
  'inherently_governmental_functions_description product_or_service_code_description',
  'contract_bundling_code contract_bundling dod_claimant_program_code dod_claimant_program_description',
  'recovered_materials_sustainability_code recovered_materials_sustainability',
  'domestic_or_foreign_entity_code domestic_or_foreign_entity dod_acquisition_program_code',
  'dod_acquisition_program_description information_technology_commercial_item_category_code',
  'information_technology_commercial_item_category epa_designated_product_code epa_designated_product',
  'country_of_product_or_service_origin_code country_of_product_or_service_origin place_of_manufacture_code',
  'place_of_manufacture subcontracting_plan_code subcontracting_plan extent_competed_code extent_competed',
  'solicitation_procedures_code solicitation_procedures type_of_set_aside_code type_of_set_aside',
  'evaluated_preference_code evaluated_preference research_code research fair_opportunity_limited_sources_code',
  'fair_opportunity_limited_sources other_than_full_and_open_competition_code other_than_full_and_open_competition',
  'number_of_offers_received commercial_item_acquisition_procedures_code commercial_item_acquisition_procedures',
  'small_business_competitiveness_demonstration_program simplified_procedures_for_certain_commercial_items_code',
  'simplified_procedures_for_certain_commercial_items a76_fair_act_action_code a76_fair_act_action',
  'fed_biz_opps_code fed_biz_opps local_area_set_aside_code local_area_set_aside',
  'price_evaluation_adjustment_preference_percent_difference clinger_cohen_act_planning_code',
  'clinger_cohen_act_planning materials_supplies_articles_equipment_code materials_supplies_articles_equipment',
  'labor_standards_code labor_standards construction_wage_rate_requirements_code',
  'construction_wage_rate_requirements interagency_contracting_authority_code interagency_contracting_authority',
  'other_statutory_authority program_acronym parent_award_type_code parent_award_type',
  'parent_award_single_or_multiple_code parent_award_single_or_multiple major_program national_interest_action_code',
  'national_interest_action cost_or_pricing_data_code cost_or_pricing_data cost_accounting_standards_clause_code',
  'cost_accounting_standards_clause government_furnished_property_code government_furnished_property',
  'sea_transportation_code sea_transportation undefinitized_action_code undefinitized_action',
  'consolidated_contract_code consolidated_contract performance_based_service_acquisition_code',
  'performance_based_service_acquisition multi_year_contract_code multi_year_contract contract_financing_code',
  'contract_financing purchase_card_as_payment_method_code purchase_card_as_payment_method',
  'contingency_humanitarian_or_peacekeeping_operation_code contingency_humanitarian_or_peacekeeping_operation',
  'alaskan_native_corporation_owned_firm american_indian_owned_business indian_tribe_federally_recognized',
  'native_hawaiian_organization_owned_firm tribally_owned_firm veteran_owned_business',
  'service_disabled_veteran_owned_business woman_owned_business women_owned_small_business',
  'economically_disadvantaged_women_owned_small_business joint_venture_women_owned_small_business',
  'joint_venture_economic_disadvantaged_women_owned_small_bus minority_owned_business',
  'subcontinent_asian_asian_indian_american_owned_business asian_pacific_american_owned_business',
  'black_american_owned_business hispanic_american_owned_business native_american_owned_business',
  'other_minority_owned_business contracting_officers_determination_of_business_size',
  'contracting_officers_determination_of_business_size_code emerging_small_business',
  'community_developed_corporation_owned_firm labor_surplus_area_firm us_federal_government',
  'federally_funded_research_and_development_corp federal_agency us_state_government us_local_government',
  'city_local_government county_local_government inter_municipal_local_government local_government_owned',
  'municipality_local_government school_district_local_government township_local_government us_tribal_government',
  'foreign_government organizational_type corporate_entity_not_tax_exempt corporate_entity_tax_exempt',
  'partnership_or_limited_liability_partnership sole_proprietorship small_agricultural_cooperative',
  'international_organization us_government_entity community_development_corporation domestic_shelter',
  'educational_institution foundation hospital_flag manufacturer_of_goods veterinary_hospital',
  'hispanic_servicing_institution receives_contracts receives_financial_assistance',
  'receives_contracts_and_financial_assistance airport_authority council_of_governments',
  'housing_authorities_public_tribal interstate_entity planning_commission port_authority transit_authority',
  'subchapter_scorporation limited_liability_corporation foreign_owned for_profit_organization',
  'nonprofit_organization other_not_for_profit_organization the_ability_one_program private_university_or_college',
  'state_controlled_institution_of_higher_learning 1862_land_grant_college 1890_land_grant_college',
  '1994_land_grant_college minority_institution historically_black_college tribal_college',
  'alaskan_native_servicing_institution native_hawaiian_servicing_institution school_of_forestry veterinary_college',
  'dot_certified_disadvantage self_certified_small_disadvantaged_business small_disadvantaged_business',
  'c8a_program_participant historically_underutilized_business_zone_hubzone_firm sba_certified_8a_joint_venture',
  'highly_compensated_officer_1_name highly_compensated_officer_1_amount highly_compensated_officer_2_name',
  'highly_compensated_officer_2_amount highly_compensated_officer_3_name highly_compensated_officer_3_amount',
  'highly_compensated_officer_4_name highly_compensated_officer_4_amount highly_compensated_officer_5_name',
  'highly_compensated_officer_5_amount usaspending_permalink initial_report_date last_modified_date',
  'disaster_emergency_fund_codes outlayed_amount_from_covid_19_supplementals',
  'obligated_amount_from_covid_19_supplementals outlayed_amount_from_iija_supplemental',
  'obligated_amount_from_iija_supplemental total_outlayed_amount award_base_action_date',
  'award_base_action_date_fiscal_year award_latest_action_date_fiscal_year',
  'prime_award_summary_recipient_county_fips_code prime_award_summary_recipient_state_fips_code',
  'prime_award_summary_recipient_cd_original prime_award_summary_recipient_cd_current',
  'prime_award_summary_place_of_performance_county_fips_code',
  'prime_award_summary_place_of_performance_state_fips_code prime_award_summary_place_of_performance_cd_original',
  'prime_award_summary_place_of_performance_cd_current',
);

const SHARED = columns(
  'contract_award_unique_key award_id_piid period_of_performance_start_date awarding_agency_name recipient_uei',
  'recipient_name recipient_name_raw recipient_doing_business_as_name recipient_address_line_1 recipient_city_name',
  'recipient_state_code recipient_zip_4_code recipient_country_code',
);
/** Shown by the search for contracts only. */
const SEARCHED = columns(
  'awarding_sub_agency_name period_of_performance_current_end_date award_type idv_type naics_code naics_description',
  'prime_award_base_transaction_description product_or_service_code parent_award_id_piid',
);
const KEY = {
  optional: SEARCHED,
  groupBy: 'contract_award_unique_key',
  keys: { contract_award_unique_key: CONTRACT_AWARD },
  companion: true,
  ignore: UNKEPT_CONTRACT_COLUMNS,
} as const;

const TABLES = {
  transactions: {
    format: { kind: 'portal' },
    columns: [
      ...SHARED,
      ...columns('federal_action_obligation total_dollars_obligated action_date modification_number'),
    ],
    ...KEY,
    optional: [...SEARCHED, DELETION_COLUMN],
  },
  summaries: {
    format: { kind: 'portal' },
    columns: [...SHARED, ...columns('total_obligated_amount award_latest_action_date')],
    ...KEY,
  },
} as const satisfies Tables;

type AwardRow = Row<(typeof SHARED)[number] | (typeof SEARCHED)[number]>;

/**
 * One award is one record, regardless of its actions: a PIID is not unique (`0001` is an order under
 * thousands of contracts), the award key is. Its amount is the total of the newest action or, if blank, the
 * sum of the actions' obligations, if the first action is stored.
 */
export const usUsaspendingContracts = defineDataset({
  id: 'us_usaspending_contracts',
  title: 'USAspending prime award contracts',
  agency: {
    name: 'US Department of the Treasury, Bureau of the Fiscal Service',
    level: 'federal',
    url: 'https://www.usaspending.gov',
  },
  licence: 'public domain',
  every: 'month',
  fetch: {
    kind: 'manual',
    how: 'Take FY<year>_All_Contracts_Full_<date>.zip from files.usaspending.gov/award_data_archive; load all years in one run.',
  },
  layout: 'verified',
  coverage:
    'Contracts and orders with actions in the years loaded. Names and UEIs of recipients are as of today.',
  delivery: 'increment',
  expect: { min: 1 },
  tables: TABLES,
  record: (group) => {
    const actions = newestFirst(group.all('transactions'));
    for (const action of actions) refuseDeletion(action.take(DELETION_COLUMN));
    const summary = group.one('summaries');
    const acted = actions[0] === undefined ? '' : dayIn(actions[0], 'action_date');
    const summarised = summary === undefined ? '' : dayIn(summary, 'award_latest_action_date');
    const bySummary = summary !== undefined && summarised >= acted;
    const row: AwardRow | undefined = bySummary ? summary : actions[0];
    if (row === undefined) return undefined;
    const total = bySummary
      ? amountIn(summary, 'total_obligated_amount')
      : (actions
          .map((action) => amountIn(action, 'total_dollars_obligated'))
          .find((amount) => amount !== null) ?? null);
    const obligated = actions.flatMap((action) => amountIn(action, 'federal_action_obligation') ?? []);
    const startDate = dateIn(row, 'period_of_performance_start_date') ?? null;
    const uei = codeIn(row, 'recipient_uei', UEI);
    return {
      key: group.key,
      version: bySummary ? summarised : acted,
      date: startDate ?? '',
      document: {
        awardId: row.need('award_id_piid'),
        amount: total ?? (actions.some(isFirst) && obligated.length > 0 ? sumOf(obligated) : null),
        agency: filled(row.take('awarding_agency_name')) ?? null,
        startDate,
        ...searchedOf(row, uei),
      } satisfies ContractDocument,
      parties: [recipientOf(row, group.key, uei)],
    };
  },
});

/** The award itself, which its modifications follow. */
function isFirst(action: Row<'modification_number'>): boolean {
  return /^0+$/.test(action.take('modification_number') ?? '');
}

function searchedOf(row: AwardRow, uei: string | undefined) {
  return {
    recipientName: nameOf(row),
    awardingSubAgency: filled(row.take('awarding_sub_agency_name')) ?? null,
    endDate: dateIn(row, 'period_of_performance_current_end_date') ?? null,
    uniqueAwardKey: row.need('contract_award_unique_key'),
    parentAwardId: filled(row.take('parent_award_id_piid')) ?? null,
    recipientUei: uei ?? null,
    awardType: filled(row.take('award_type')) ?? filled(row.take('idv_type')) ?? null,
    description: filled(row.take('prime_award_base_transaction_description')) ?? null,
    naicsCode: filled(row.take('naics_code')) ?? null,
    naicsDescription: filled(row.take('naics_description')) ?? null,
    pscCode: filled(row.take('product_or_service_code')) ?? null,
  };
}

function nameOf(row: AwardRow): string {
  return filled(row.take('recipient_name')) ?? filled(row.take('recipient_name_raw')) ?? '';
}

/** By date, then by number of the modification (`P00012` behind `P00002`, both behind `0`). */
function newestFirst<R extends Row<'action_date' | 'modification_number'>>(rows: readonly R[]): R[] {
  const keyOf = (row: R) =>
    `${dayIn(row, 'action_date')} ${(row.take('modification_number') ?? '').padStart(12)}`;
  const keyed = rows.map((row) => ({ row, key: keyOf(row) }));
  return keyed.sort((a, b) => (a.key < b.key ? 1 : a.key > b.key ? -1 : 0)).map(({ row }) => row);
}

/** The name of today and the name as typed then. */
function recipientOf(row: AwardRow, award: string, uei: string | undefined): Party {
  const name = nameOf(row);
  const typed = filled(row.take('recipient_name_raw'));
  const assumed = filled(row.take('recipient_doing_business_as_name'));
  const address = partyAddress({
    street: [filled(row.take('recipient_address_line_1'))],
    city: filled(row.take('recipient_city_name')),
    state: filled(row.take('recipient_state_code')),
    zip: filled(row.take('recipient_zip_4_code'))?.slice(0, 5),
  });
  const isAmerican = (row.take('recipient_country_code') ?? 'USA') === 'USA';
  // No address of a person is kept: it is a home as a rule.
  const isFirm = subjectTypeOfName(name) === 'organization';
  return {
    key: uei === undefined ? `award:${award}` : `uei:${uei}`,
    names: [
      { text: name, kind: 'current' },
      ...(typed === undefined || typed === name ? [] : [{ text: typed, kind: 'former' } as const]),
      ...(assumed === undefined ? [] : [{ text: assumed, kind: 'assumed' } as const]),
    ],
    ...(address && isAmerican && isFirm && { address }),
    ...(uei !== undefined && { identifiers: [{ scheme: 'uei', value: uei }] }),
  };
}

/** `NAN` and `-NONE-` mean blank. */
function filled(text: string | undefined): string | undefined {
  return text === undefined || /^(nan|-none-)$/i.test(text) ? undefined : text;
}
