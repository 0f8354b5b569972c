import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { InsiderDocument } from '../../../src/domain/records/insider-document.js';
import type { RelationshipDocument } from '../../../src/domain/records/ownership.js';
import { HEADLINE_TAGS, type ReportDocument } from '../../../src/domain/records/report-document.js';
import type { ReturnDocument } from '../../../src/domain/records/return-document.js';
import { usDolForm5500 } from '../../../src/sources/us/dol/form-5500.js';
import { usGleifRelationships } from '../../../src/sources/us/gleif/relationships.js';
import { usIrsForm990 } from '../../../src/sources/us/irs/form-990.js';
import { usSecCompanyFacts } from '../../../src/sources/us/sec/company-facts.js';
import { usSecFinancialFacts } from '../../../src/sources/us/sec/financial-facts.js';
import { usSecInsiders } from '../../../src/sources/us/sec/insiders.js';
import { readDataset } from '../../datasets/read-dataset.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { memberOf } from '../links/raw-statements.js';
import { federal, form5500 } from '../real-files.js';

const skip = withoutRealData('figures on real files');

/** Text of the element at a path of nested elements, found by its tags alone. */
function textAt(xml: string, path: string): string | undefined {
  let inner: string | undefined = xml;
  for (const name of path.split('/')) {
    inner = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(inner ?? '')?.[1];
  }
  return inner?.trim();
}

/** Where the IRS schemas from 2013 on have each figure. */
const LINES = {
  '990': {
    revenue: 'IRS990/CYTotalRevenueAmt',
    expenses: 'IRS990/CYTotalExpensesAmt',
    surplus: 'IRS990/CYRevenuesLessExpensesAmt',
    assets: 'IRS990/TotalAssetsEOYAmt',
    liabilities: 'IRS990/TotalLiabilitiesEOYAmt',
    netAssets: 'IRS990/NetAssetsOrFundBalancesEOYAmt',
    employees: 'IRS990/TotalEmployeeCnt',
    officerCompensation: 'IRS990/CompCurrentOfcrDirectorsGrp/TotalAmt',
    reportableCompensation: 'IRS990/TotalReportableCompFromOrgAmt',
    relatedCompensation: 'IRS990/TotReportableCompRltdOrgAmt',
    grantsPaid: 'IRS990/CYGrantsAndSimilarPaidAmt',
    contractorsOver100k: 'IRS990/CntrctRcvdGreaterThan100KCnt',
  },
  '990EZ': {
    revenue: 'IRS990EZ/TotalRevenueAmt',
    expenses: 'IRS990EZ/TotalExpensesAmt',
    surplus: 'IRS990EZ/ExcessOrDeficitForYearAmt',
    assets: 'IRS990EZ/Form990TotalAssetsGrp/EOYAmt',
    liabilities: 'IRS990EZ/SumOfTotalLiabilitiesGrp/EOYAmt',
    netAssets: 'IRS990EZ/NetAssetsOrFundBalancesEOYAmt',
    grantsPaid: 'IRS990EZ/GrantsAndSimilarAmountsPaidAmt',
  },
  '990PF': {
    revenue: 'IRS990PF/AnalysisOfRevenueAndExpenses/TotalRevAndExpnssAmt',
    expenses: 'IRS990PF/AnalysisOfRevenueAndExpenses/TotalExpensesRevAndExpnssAmt',
    surplus: 'IRS990PF/AnalysisOfRevenueAndExpenses/ExcessRevenueOverExpensesAmt',
    assets: 'IRS990PF/Form990PFBalanceSheetsGrp/TotalAssetsEOYAmt',
    assetsMarketValue: 'IRS990PF/FMVAssetsEOYAmt',
    liabilities: 'IRS990PF/Form990PFBalanceSheetsGrp/TotalLiabilitiesEOYAmt',
    netAssets: 'IRS990PF/Form990PFBalanceSheetsGrp/TotNetAstOrFundBalancesEOYAmt',
    officerCompensation: 'IRS990PF/AnalysisOfRevenueAndExpenses/CompOfcrDirTrstRevAndExpnssAmt',
    grantsPaid: 'IRS990PF/AnalysisOfRevenueAndExpenses/ContriPaidRevAndExpnssAmt',
  },
} as const;

describe.skipIf(skip)('figures of the returns, on real files', () => {
  const files = () =>
    ['irs_990', 'irs_990_more'].flatMap((folder) =>
      readdirSync(federal(folder)).flatMap((name) =>
        /^(?:excerpt_)?990.*\.xml(?:\.gz)?$/.test(name) ? federal(folder, name) : [],
      ),
    );
  const textOf = (file: string) => {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  };

  test('every figure of every return equals the element in its file', async () => {
    let compared = 0;
    for (const file of files()) {
      const xml = textOf(file);
      const form = (textAt(xml, 'ReturnTypeCd') ?? textAt(xml, 'ReturnType')) as keyof typeof LINES | '990T';
      const { drafts, warnings } = await readDataset(usIrsForm990, [file]);
      const found = drafts.flatMap(({ key, document }) =>
        key.includes(' ') ? (document as ReturnDocument) : [],
      );
      if (form === '990T') {
        expect(found).toEqual([]);
        continue;
      }
      const [figures] = found;
      expect(warnings, basename(file)).toEqual([]);
      expect([found.length, figures?.ein], basename(file)).toEqual([1, textAt(xml, 'Filer/EIN')]);
      if (textAt(xml, 'Timestamp') !== undefined) continue;
      for (const [figure, path] of Object.entries(LINES[form])) {
        const text = textAt(xml, `ReturnData/${path}`);
        const expected = text === undefined || text === '' ? null : Number(text);
        expect(figures?.[figure as keyof ReturnDocument], `${basename(file)} ${figure}`).toBe(expected);
        compared += expected === null ? 0 : 1;
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  test('Schedule R names every related organization with its number', async () => {
    const file = federal('irs_990_more', 'excerpt_990_2023v5.1_741894581_202403589349300950.xml');
    const { drafts } = await readDataset(usIrsForm990, [file]);
    const figures = drafts.map(({ document }) => document as ReturnDocument).find(({ related }) => related);
    const schedule = textAt(textOf(file), 'IRS990ScheduleR') ?? '';
    const eins = [...schedule.matchAll(/<EIN>(\d{9})<\/EIN>/g)].map(([, ein]) => ein);
    expect(eins.length).toBeGreaterThan(2);
    expect(figures?.related.map(({ ein }) => ein)).toEqual(eins);
  });
});

describe.skipIf(skip)('headline facts of the SEC’s data sets, on real files', () => {
  test('every headline row of num.txt is a fact of its filing, and there are no others', async () => {
    const file = realFile('sec', 'fsds', '2009q3.zip');
    const { drafts, warnings } = await readDataset(usSecFinancialFacts, [file]);
    expect(warnings.map((warning) => warning.split(':')[0])).toEqual(Array(3).fill('member_skipped'));
    const [header = '', ...lines] = memberOf(readFileSync(file), 'num.txt').trimEnd().split('\n');
    const names = header.split('\t');
    const rows = lines.map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    });
    expect(rows.length).toBeGreaterThan(100_000);
    const day = (text = '') => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
    const expected = rows
      .filter(
        ({ tag = '', segments, coreg }) => HEADLINE_TAGS.includes(tag) && segments === '' && coreg === '',
      )
      .filter(({ version, adsh, value }) => version !== adsh && value !== '')
      .map(({ adsh, tag, version, uom, ddate, qtrs, value }) =>
        [adsh, tag, version, uom, day(ddate), qtrs, Number(value)].join(' '),
      );
    const found = drafts.flatMap(({ document }) => {
      const { accession, facts } = document as ReportDocument;
      return facts.map(({ tag, taxonomy, unit, end, quarters, value }) =>
        [accession, tag, taxonomy, unit, end, quarters, value].join(' '),
      );
    });
    expect(expected.length).toBeGreaterThan(5_000);
    expect(found.sort()).toEqual(expected.sort());
    const filers = memberOf(readFileSync(file), 'sub.txt').trimEnd().split('\n').length - 1;
    expect(drafts).toHaveLength(filers);
  });
});

describe.skipIf(skip)('company facts, on real files', () => {
  test('every headline value of company facts is a fact of its filing, and there are no others', async () => {
    const file = federal('sec_companyfacts', 'CIK0001640147_snow_facts.json.gz');
    const { drafts, warnings } = await readDataset(usSecCompanyFacts, [file]);
    expect(warnings).toEqual([]);
    type Value = { accn: string; start?: string; end: string; val: number; filed: string; form: string };
    type Facts = Record<string, Record<string, { units: Record<string, readonly Value[]> }>>;
    const { facts } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as { facts: Facts };
    const expected = new Set<string>();
    for (const [taxonomy, tags] of Object.entries(facts)) {
      for (const [tag, { units }] of Object.entries(tags)) {
        if (!HEADLINE_TAGS.includes(tag)) continue;
        for (const [unit, values] of Object.entries(units)) {
          for (const { accn, start, end, val, filed, form } of values) {
            const days = start === undefined ? 0 : (Date.parse(end) - Date.parse(start)) / 86_400_000;
            const quarters = days === 0 ? 0 : days < 140 ? 1 : days < 230 ? 2 : days < 320 ? 3 : 4;
            expected.add([accn, filed, form, tag, taxonomy, unit, end, quarters, val].join(' '));
          }
        }
      }
    }
    const found = drafts.flatMap(({ document }) => {
      const { accession, filed, form, facts: own } = document as ReportDocument;
      return own.map(({ tag, taxonomy, unit, end, quarters, value }) =>
        [accession, filed, form, tag, taxonomy, unit, end, quarters, value].join(' '),
      );
    });
    expect(expected.size).toBeGreaterThan(500);
    expect(found.sort()).toEqual([...expected].sort());
  });
});

describe.skipIf(skip)('relationships between LEIs, on real files', () => {
  test('every relationship of the file is read, with its own period', async () => {
    const file = federal('gleif', 'rr-golden-copy_20260123_rows.csv');
    const { drafts, warnings } = await readDataset(usGleifRelationships, [file]);
    expect(warnings).toEqual([]);
    const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
    const documents = drafts.map(({ document }) => document as RelationshipDocument);
    const expected = lines.map((line) => {
      const [child, , parent, , type, status] = line.split(',');
      const since = /(\d{4}-\d\d-\d\d)T[^,]*,[^,]*,RELATIONSHIP_PERIOD/.exec(line)?.[1];
      return [child, parent, type, status === 'ACTIVE', since];
    });
    expect(
      documents.map(({ child, parent, type, isActive, since }) => [child, parent, type, isActive, since]),
    ).toEqual(expected);
    expect(documents.filter(({ lapsedOn }) => lapsedOn !== null)).toHaveLength(
      lines.filter((line) => line.includes(',LAPSED,')).length,
    );
  });
});

describe.skipIf(skip)('Form 5500, on a real filing', () => {
  test('the filing of 2009 has the numbers of its row, and no column is unknown', async () => {
    const { path, row } = form5500('f5500_2009_one_filing_as_json.json');
    const { drafts, warnings } = await readDataset(usDolForm5500, [path]);
    expect(warnings).toEqual([]);
    expect(drafts.map(({ key }) => key)).toEqual([row.ACK_ID]);
    expect(drafts[0]?.document).toEqual({
      ...{ ein: row.SPONS_DFE_EIN, planNumber: row.SPONS_DFE_PN, planName: row.PLAN_NAME, form: '5500' },
      ...{ sponsorName: row.SPONSOR_DFE_NAME, planType: 'single_employer' },
      ...{ yearStart: row.FORM_PLAN_YEAR_BEGIN_DATE, yearEnd: row.FORM_TAX_PRD, filed: row.DATE_RECEIVED },
      ...{ amended: false, final: false },
      participantsAtStart: Number(row.TOT_PARTCP_BOY_CNT),
      activeParticipants: Number(row.TOT_ACTIVE_PARTCP_CNT),
    });
    expect(row).toMatchObject({ TOT_ACTIVE_PARTCP_CNT: '54655', AMENDED_IND: '0', FINAL_FILING_IND: '0' });
  });
});

describe.skipIf(skip)('insiders, on real files', () => {
  test('every filing of an insider is a record of its issuer, and owners have their roles', async () => {
    const file = federal('sec_insider', 'SUBMISSION.tsv.gz');
    const owners = federal('sec_insider', 'REPORTINGOWNER_5rows_rebuilt.tsv');
    const cells = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'));
    const ownerRows = cells(readFileSync(owners, 'utf8'));
    const rows = cells(gunzipSync(readFileSync(file)).toString('utf8'));
    const { drafts, warnings } = await readDataset(usSecInsiders, [file, owners]);
    expect(warnings).toEqual([]);
    const documents = drafts.map(({ document }) => document as InsiderDocument);
    expect(
      documents
        .map(({ accession, issuer, form }) => `${accession} ${issuer.padStart(10, '0')} ${form}`)
        .sort(),
    ).toEqual(rows.map((row) => `${row[0]} ${row[9]} ${row[8]}`).sort());
    const shared = ownerRows.filter(([accession]) => rows.some(([own]) => own === accession));
    expect(shared.length).toBeGreaterThan(1);
    const found = documents.flatMap(({ accession, owners: own }) =>
      own.map(({ cik, name, roles, title }) =>
        [accession, cik.padStart(10, '0'), name, [...roles].sort().join(), title ?? ''].join('|'),
      ),
    );
    expect(found.sort()).toEqual(
      shared
        .map((row) => [row[0], row[1], row[2], row[3]?.split(',').sort().join(), row[4]].join('|'))
        .sort(),
    );
    expect(JSON.stringify(drafts)).not.toContain(ownerRows[1]?.[6]);
  });
});
