import type { Party } from '../../../domain/records/dataset.js';
import type { ContractDocument } from '../../../domain/records/searched-records.js';
import { subjectTypeOfName } from '../../../domain/subject-type/classify.js';
import { defineDataset, type Row, type Tables } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { sumOf } from '../../support/numbers.js';
import { partyAddress } from '../../support/parties.js';
import { amountIn, codeIn, dateIn, dayIn } from '../../support/values.js';
import { CONTRACT_AWARD, UEI } from '../keys.js';
import { UNKEPT_CONTRACT_COLUMNS } from './contract-columns.js';
import { DELETION_COLUMN, refuseDeletion } from './deletions.js';

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
