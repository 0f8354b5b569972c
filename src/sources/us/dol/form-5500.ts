import { PLANS, type PlanDocument, sponsorOf } from '../../../domain/records/plan-document.js';
import { defineDataset, type Row } from '../../declare/index.js';
import { columns } from '../../support/columns.js';
import { amountIn, dateIn } from '../../support/values.js';
import { EFAST_ACKNOWLEDGMENT, EIN } from '../keys.js';

const FOLDER = 'https://askebsa.dol.gov/FOIA%20Files';

const FORM = columns(
  'ACK_ID FORM_PLAN_YEAR_BEGIN_DATE FORM_TAX_PRD TYPE_PLAN_ENTITY_CD AMENDED_IND FINAL_FILING_IND PLAN_NAME SPONS_DFE_PN',
  'SPONSOR_DFE_NAME SPONS_DFE_DBA_NAME SPONS_DFE_EIN TOT_PARTCP_BOY_CNT TOT_ACTIVE_PARTCP_CNT DATE_RECEIVED',
);
const SHORT_FORM = columns(
  'ACK_ID SF_PLAN_YEAR_BEGIN_DATE SF_TAX_PRD SF_PLAN_ENTITY_CD SF_AMENDED_IND SF_FINAL_FILING_IND SF_PLAN_NAME SF_PLAN_NUM',
  'SF_SPONSOR_NAME SF_SPONSOR_DFE_DBA_NAME SF_SPONS_EIN SF_TOT_PARTCP_BOY_CNT DATE_RECEIVED',
);
/** Not in forms before 2014. */
const SHORT_FORM_LATER = columns('SF_TOT_ACT_PARTCP_EOY_CNT');

type FormRow = Row<(typeof FORM)[number]>;
type ShortFormRow = Row<(typeof SHORT_FORM)[number] | (typeof SHORT_FORM_LATER)[number]>;

/** What the codes for the kind of plan mean on each form. Code 4 of the long form is a trust or account in which plans invest. */
const LONG_FORM_TYPES = new Map<string, PlanDocument['planType'] | 'none'>([
  ['1', 'multiemployer'],
  ['2', 'single_employer'],
  ['3', 'multiple_employer'],
  ['4', 'none'],
]);
/** Code 3 is a plan of one person, whose sponsor is that person. */
const SHORT_FORM_TYPES = new Map<string, PlanDocument['planType'] | 'none'>([
  ['1', 'single_employer'],
  ['2', 'multiple_employer'],
  ['3', 'none'],
]);

/** Each filing once. An amended filing has an acknowledgment of its own, and stands beside the one that it replaces. */
export const usDolForm5500 = defineDataset({
  id: PLANS,
  title: 'Form 5500 series, employee benefit plans',
  agency: {
    name: 'Employee Benefits Security Administration, US Department of Labor',
    level: 'federal',
    url: 'https://www.dol.gov/agencies/ebsa/about-ebsa/our-activities/public-disclosure/foia/form-5500-datasets',
  },
  licence: 'public domain',
  every: 'month',
  // Plans file seven to ten months after their year, so the file of the current year is nearly empty.
  fetch: {
    kind: 'urls',
    urls: ['F_5500', 'F_5500_SF'].map((form) => `${FOLDER}/{YYYY-1}/Latest/${form}_{YYYY-1}_Latest.zip`),
    host: 'askebsa.dol.gov',
    perSecond: 1,
  },
  layout: 'unverified',
  coverage:
    'Sponsors and participants of pension and welfare plans since 2009. Plans of one person, and trusts and accounts in which ' +
    'plans invest, are not kept; nor are schedules, addresses, and names of administrators, preparers and signers.',
  delivery: 'increment',
  expect: { min: 1_000 },
  tables: {
    forms: {
      format: { kind: 'portal', fallback: 'windows-1252' },
      columns: FORM,
      keys: { ACK_ID: EFAST_ACKNOWLEDGMENT, SPONS_DFE_EIN: EIN },
      groupBy: 'ACK_ID',
      companion: true,
      ignore: columns(
        'ADMIN_* PREPARER_* SPONS_SIGNED_* SPONS_MANUAL_* DFE_SIGNED_* DFE_MANUAL_* SPONS_DFE_CARE_OF_NAME SPONS_DFE_MAIL_* SPONS_DFE_LOC_*',
        'SPONS_DFE_PHONE_* VALID_* LAST_RPT_* TYPE_DFE_PLAN_ENTITY_CD INITIAL_FILING_IND SHORT_PLAN_YR_IND COLLECTIVE_BARGAIN_IND',
        'F5558_APPLICATION_FILED_IND EXT_* DFVC_PROGRAM_IND PLAN_EFF_DATE BUSINESS_CODE RTD_SEP_* SUBTL_ACT_RTD_SEP_CNT BENEF_RCVG_BNFT_CNT',
        'TOT_ACT_RTD_SEP_BENEF_CNT TOT_ACT_PARTCP_BOY_CNT PARTCP_ACCOUNT_BAL_* SEP_PARTCP_PARTL_VSTD_CNT CONTRIB_EMPLRS_CNT TYPE_PENSION_BNFT_CODE',
        'TYPE_WELFARE_BNFT_CODE FUNDING_* BENEFIT_* SCH_* NUM_SCH_* FILING_STATUS',
      ),
    },
    shortForms: {
      format: { kind: 'portal', fallback: 'windows-1252' },
      columns: SHORT_FORM,
      optional: SHORT_FORM_LATER,
      keys: { ACK_ID: EFAST_ACKNOWLEDGMENT, SF_SPONS_EIN: EIN },
      groupBy: 'ACK_ID',
      companion: true,
      ignore: columns('SF_* VALID_* FILING_STATUS'),
    },
  },
  record: (group) => {
    const long = group.one('forms');
    if (long) return draftOf(longForm(long));
    const short = group.one('shortForms');
    return short && draftOf(shortForm(short));
  },
});

interface Filing {
  readonly key: string;
  readonly type: PlanDocument['planType'] | 'none';
  readonly assumedName: string | undefined;
  readonly document: Omit<PlanDocument, 'ein' | 'planType'> & { readonly ein: string | undefined };
}

function draftOf({ key, type, assumedName, document: { ein, ...rest } }: Filing) {
  if (ein === undefined || type === 'none') return undefined;
  const document: PlanDocument = { ein, ...rest, planType: type };
  return {
    key,
    date: document.yearEnd ?? '',
    document,
    parties: [
      {
        key: sponsorOf(ein),
        names: [
          { text: document.sponsorName, kind: 'current' } as const,
          ...(assumedName === undefined ? [] : [{ text: assumedName, kind: 'assumed' } as const]),
        ],
      },
    ],
  };
}

function longForm(row: FormRow): Filing {
  return {
    key: row.need('ACK_ID'),
    type: typeIn(row, 'TYPE_PLAN_ENTITY_CD', LONG_FORM_TYPES),
    assumedName: row.take('SPONS_DFE_DBA_NAME'),
    document: {
      ein: row.take('SPONS_DFE_EIN'),
      planNumber: row.need('SPONS_DFE_PN').padStart(3, '0'),
      planName: row.need('PLAN_NAME'),
      sponsorName: row.need('SPONSOR_DFE_NAME'),
      form: '5500',
      yearStart: dateIn(row, 'FORM_PLAN_YEAR_BEGIN_DATE') ?? null,
      yearEnd: dateIn(row, 'FORM_TAX_PRD') ?? null,
      filed: dateIn(row, 'DATE_RECEIVED') ?? null,
      amended: row.take('AMENDED_IND') === '1',
      final: row.take('FINAL_FILING_IND') === '1',
      participantsAtStart: amountIn(row, 'TOT_PARTCP_BOY_CNT'),
      activeParticipants: amountIn(row, 'TOT_ACTIVE_PARTCP_CNT'),
    },
  };
}

function shortForm(row: ShortFormRow): Filing {
  return {
    key: row.need('ACK_ID'),
    type: typeIn(row, 'SF_PLAN_ENTITY_CD', SHORT_FORM_TYPES),
    assumedName: row.take('SF_SPONSOR_DFE_DBA_NAME'),
    document: {
      ein: row.take('SF_SPONS_EIN'),
      planNumber: row.need('SF_PLAN_NUM').padStart(3, '0'),
      planName: row.need('SF_PLAN_NAME'),
      sponsorName: row.need('SF_SPONSOR_NAME'),
      form: '5500-SF',
      yearStart: dateIn(row, 'SF_PLAN_YEAR_BEGIN_DATE') ?? null,
      yearEnd: dateIn(row, 'SF_TAX_PRD') ?? null,
      filed: dateIn(row, 'DATE_RECEIVED') ?? null,
      amended: row.take('SF_AMENDED_IND') === '1',
      final: row.take('SF_FINAL_FILING_IND') === '1',
      participantsAtStart: amountIn(row, 'SF_TOT_PARTCP_BOY_CNT'),
      activeParticipants: amountIn(row, 'SF_TOT_ACT_PARTCP_EOY_CNT'),
    },
  };
}

function typeIn<Column extends string>(
  row: Row<Column>,
  column: Column,
  types: ReadonlyMap<string, PlanDocument['planType'] | 'none'>,
): PlanDocument['planType'] | 'none' {
  const code = row.take(column);
  if (code === undefined) return null;
  const type = types.get(code);
  if (type === undefined) row.unknown(column, code);
  return type ?? null;
}
