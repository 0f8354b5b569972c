import { describe, expect, test } from 'vitest';
import type { SecFact } from '../../src/domain/sec/sec.js';
import type { Row } from '../../src/sources/declare/index.js';
import { usIrsExemptOrganizations } from '../../src/sources/us/irs/exempt-organizations.js';
import { usIrsForm990 } from '../../src/sources/us/irs/form-990.js';
import { usLdaFilings } from '../../src/sources/us/lda/filings.js';
import { usNyNycMwbe } from '../../src/sources/us/ny/nyc-mwbe.js';
import { usSbaPpp } from '../../src/sources/us/sba/ppp.js';
import { usSecSubmissions } from '../../src/sources/us/sec/submissions.js';
import { csv, readTexts } from '../datasets/read-dataset.js';

/** Two-digit years, days that do not exist, the day before the month, words: none of them may become another date. */
const UNREADABLE = ['05/01/21', '2021-02-30', '30/04/2021', '2021-13-01', '1 May 2021', '20211301'] as const;

const shape = (text: string) => text.replace(/\d/g, '9').replace(/\p{L}/gu, 'A');
const reported = (member: string, text: string) =>
  `unreadable_value: ${member}: no date is read from a value like ${shape(text)}`;

describe.each(UNREADABLE)('the date %s is left out and counted', (text) => {
  test('in submissions of the SEC', () => {
    const warnings: string[] = [];
    const facts = factsOf(
      {
        cik: 1318605,
        name: 'INVENTED MOTORS, INC.',
        formerNames: [{ name: 'INVENTED CARS', from: text, to: '2017-02-01T05:00:00.000Z' }],
        filings: {
          recent: {
            accessionNumber: ['0001318605-21-000001'],
            ...{ form: ['8-K'], filingDate: ['2021-05-03'], reportDate: [text] },
            ...{ primaryDocDescription: ['8-K'], items: ['5.02'] },
          },
        },
      },
      warnings,
    );
    expect(facts).toMatchObject([
      { kind: 'filer', formerNames: [{ name: 'INVENTED CARS', from: null, to: '2017-02-01' }] },
      { kind: 'filing', filed: '2021-05-03', period: undefined },
    ]);
    expect(warnings).toEqual([reported('formerNames.from', text), reported('reportDate', text)]);
  });

  test('in returns of the 990 series', async () => {
    const { drafts, warnings } = await readTexts(
      usIrsForm990,
      `<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><ReturnTs>${text}</ReturnTs><TaxPeriodEndDt>${text}</TaxPeriodEndDt>
<ReturnTypeCd>990</ReturnTypeCd><Filer><EIN>010000001</EIN><BusinessName><BusinessNameLine1Txt>INVENTED FUND</BusinessNameLine1Txt></BusinessName></Filer>
</ReturnHeader><ReturnData><IRS990/></ReturnData></Return>`,
    );
    expect(drafts).toMatchObject([
      { date: '', document: { taxPeriodEnd: '' } },
      { date: '', document: { periodEnd: null, filed: null } },
    ]);
    expect(drafts[0]?.parties[0]).not.toHaveProperty('activeYear');
    expect(warnings).toEqual([reported('TaxPeriodEndDt', text), reported('ReturnTs', text)]);
  });

  test('in lobbying filings', async () => {
    const filing = {
      ...{ filing_uuid: 'u-1', filing_type: 'Q1', filing_year: 2026, filing_period: 'first_quarter' },
      ...{ dt_posted: text, registrant: { id: 1, name: 'FIRM' }, client: { id: 7, name: 'INVENTED CORP' } },
    };
    const { drafts, warnings } = await readTexts(usLdaFilings, JSON.stringify([filing]));
    expect(drafts).toMatchObject([{ date: '', document: { filingDate: null } }]);
    expect(warnings).toEqual([reported('dt_posted', text)]);
  });

  test('in New York City’s list of certified businesses', () => {
    const warnings: string[] = [];
    const cells: Record<string, string> = {
      vendor_formal_name: 'INVENTED BUILDERS LLC',
      certification: 'MBE;WBE',
      certification_renewal_date: `${text};2026-04-30`,
    };
    const row: Row = {
      take: (column) => cells[column],
      need: (column) => cells[column] ?? '',
      raw: (column) => cells[column] ?? '',
      report: (code, detail) => warnings.push(`${code}: ${detail}`),
      unknown: () => {},
    };
    const draft = usNyNycMwbe.record({ key: '', one: () => row, all: () => [row] });
    expect(draft?.filings).toEqual([
      { type: 'WBE certification', date: null, description: 'Renewal due 2026-04-30' },
    ]);
    expect(warnings).toEqual([reported('certification_renewal_date', text)]);
  });
});

test.each([
  ['199913', null],
  ['9905', null],
  ['May 1999', null],
  ['000000', null],
  ['199905', '199905'],
])('the month of a ruling %s is %s', async (RULING, rulingDate) => {
  const row = Object.fromEntries(
    (
      'EIN NAME ICO STREET CITY STATE ZIP GROUP SUBSECTION AFFILIATION CLASSIFICATION RULING DEDUCTIBILITY FOUNDATION ' +
      'ACTIVITY ORGANIZATION STATUS TAX_PERIOD ASSET_CD INCOME_CD FILING_REQ_CD PF_FILING_REQ_CD ACCT_PD ASSET_AMT ' +
      'INCOME_AMT REVENUE_AMT NTEE_CD SORT_NAME'
    )
      .split(' ')
      .map((column) => [column, '']),
  );
  const { drafts, warnings } = await readTexts(
    usIrsExemptOrganizations,
    csv({ ...row, EIN: '010000001', NAME: 'INVENTED SOCIETY', RULING, TAX_PERIOD: RULING }),
  );
  expect(drafts[0]?.document).toMatchObject({ rulingDate });
  const isReported = rulingDate === null && RULING !== '000000';
  expect(warnings).toEqual(isReported ? [reported('tax_period', RULING), reported('ruling', RULING)] : []);
});

test.each([
  ['4/3/20', '2020-04-03'],
  ['4/3/85', null],
  ['31/3/20', null],
])('a loan of the release of 2020 approved on %s is dated %s', async (DateApproved, dateApproved) => {
  const { drafts, warnings } = await readTexts(
    usSbaPpp,
    csv({
      ...{ LoanRange: 'a $5-10 million', BusinessName: 'INVENTED SYSTEMS INC', Address: '1 A ST' },
      ...{ City: 'BILLINGS', State: 'MT', Zip: '59101', NAICSCode: '561330', BusinessType: 'Corporation' },
      ...{ JobsRetained: '', DateApproved, Lender: 'A Bank' },
    }),
  );
  expect(drafts[0]?.document).toMatchObject({ dateApproved });
  expect(warnings).toEqual(dateApproved === null ? [reported('dateapproved', DateApproved)] : []);
});

function factsOf(document: object, warnings: string[]): readonly SecFact[] {
  const { input } = usSecSubmissions;
  if (input.kind !== 'documents') throw new Error('Submissions are documents.');
  return [
    ...input.facts('CIK0001318605.json', document, (code, detail) => warnings.push(`${code}: ${detail}`)),
  ];
}
