import { describe, expect, test } from 'vitest';
import type { EntityData } from '../../src/domain/entity.js';
import { EntityMapper } from '../../src/ingest/map/entity-mapper.js';
import { FactMapper } from '../../src/ingest/map/fact-mapper.js';
import { RowGroup, rowsOfObjects } from '../../src/ingest/read/index.js';
import { WarningTally } from '../../src/ingest/report/warnings.js';
import type { IngestOptions, IngestReport } from '../../src/ingest/run/run.js';
import { defineDataset, defineSource } from '../../src/sources/declare/index.js';
import { columns } from '../../src/sources/support/columns.js';
import { usIrsForm990 } from '../../src/sources/us/irs/form-990.js';
import { usLdaFilings } from '../../src/sources/us/lda/filings.js';
import { usSecDailyIndex } from '../../src/sources/us/sec/daily-index.js';
import { usSecSubmissions } from '../../src/sources/us/sec/submissions.js';
import { usSecTickers } from '../../src/sources/us/sec/tickers.js';
import { Bench } from './runs/register.js';
import { INVENTED } from './runs/register-source.js';

const bench = Bench.forEachTest();
const LONG_NAME = 'N'.repeat(1_001);
const LONGEST_NAME = 'M'.repeat(1_000);
const LONG_FIELD = 'F'.repeat(16_385);
const LONGEST_FIELD = 'G'.repeat(16_384);
const REFUSED = 'The name is longer than 1,000 characters';

const load = (source: IngestOptions['source'], file: string, content: unknown) =>
  bench.ingest({
    source,
    paths: [bench.write(file, typeof content === 'string' ? content : JSON.stringify(content))],
  });
const reported = ({ warnings }: IngestReport) => warnings.map(({ code, detail }) => `${code}: ${detail}`);

describe('SEC', () => {
  const CIK = '0000999001';
  const submission = (cik: string, filer: object, description: string) => ({
    cik,
    ...{ formerNames: [], tickers: [], addresses: {}, ...filer },
    filings: {
      recent: {
        accessionNumber: [`${cik}-16-000001`],
        form: ['10-K'],
        filingDate: ['2016-08-09'],
        reportDate: [''],
        primaryDocDescription: [description],
        items: [''],
      },
    },
  });

  test('a filer is refused with a name that is too long, and its filings stay', async () => {
    const document = submission(CIK, { name: LONG_NAME }, '10-K');
    const report = await load(usSecSubmissions, `CIK${CIK}.json`, document);
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 1 });
    expect(reported(report)).toEqual([`rejected_row: ${REFUSED} (CIK 999001)`]);
    expect(await bench.catalog.filings.get([`${CIK}-16-000001`])).toMatchObject([{ description: '10-K' }]);
  });

  test('former names, places and descriptions that are too long are left out, the longest ones kept', async () => {
    const filer = {
      name: LONGEST_NAME,
      formerNames: [{ name: LONG_NAME }, { name: 'OLD INC' }],
      addresses: { business: { city: LONG_FIELD } },
    };
    const report = await load(usSecSubmissions, `CIK${CIK}.json`, submission(CIK, filer, LONG_FIELD));
    expect(report).toMatchObject({ outcome: 'done', records: 2, rejected: 0 });
    expect(reported(report)).toEqual([
      'long_field: formerNames.name is longer than 1,000 characters',
      'long_field: city is longer than 16,384 characters',
      'long_field: description is longer than 16,384 characters',
    ]);
    expect(await bench.catalog.filings.getFilers([999_001])).toMatchObject([
      { name: LONGEST_NAME, formerNames: [{ name: 'OLD INC' }], city: null },
    ]);
    expect(await bench.catalog.filings.get([`${CIK}-16-000001`])).toMatchObject([{ description: null }]);
  });

  test('a ticker’s filer with a name that is too long is refused', async () => {
    const report = await load(usSecTickers, 'company_tickers.json', {
      0: { cik_str: 1, ticker: 'A', title: LONG_NAME },
      1: { cik_str: 2, ticker: 'B', title: LONGEST_NAME },
    });
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 1 });
    expect(reported(report)[0]).toBe(`rejected_row: ${REFUSED} (CIK 1)`);
  });

  test('a row of an index with a name or a form that is too long is refused', async () => {
    const row = (number: number, name: string, form: string) =>
      `${number}|${name}|${form}|2016-08-09|edgar/data/${number}/0000999001-16-00000${number}.txt`;
    const lines = [
      'Description:           Daily Index of EDGAR Dissemination Feed',
      'CIK|Company Name|Form Type|Date Filed|Filename',
      '-'.repeat(80),
      row(1, LONG_NAME, '10-Q'),
      row(2, LONGEST_NAME, '10-Q'),
      row(3, 'A FORM', LONG_FIELD),
    ];
    const report = await load(usSecDailyIndex, 'master.20160809.idx', `${lines.join('\n')}\n`);
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 2 });
    expect(reported(report)).toEqual([
      `rejected_row: ${REFUSED} (0000999001-16-000001)`,
      'rejected_row: The form is longer than 16,384 characters (0000999001-16-000003)',
    ]);
  });

  test('facts without a long text are passed on as they are', () => {
    const fact = {
      kind: 'filer',
      cik: 1,
      name: 'NAME',
      formerNames: [{ name: 'OLD', from: null, to: null }],
    } as const;
    expect(new FactMapper(new WarningTally()).map([fact])[0]).toBe(fact);
  });

  test('too many refused facts fail the run', async () => {
    const rows = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [
        n,
        { cik_str: n + 1, ticker: `T${n}`, title: n < 11 ? LONG_NAME : 'NAME' },
      ]),
    );
    expect(await load(usSecTickers, 'company_tickers.json', rows)).toMatchObject({
      outcome: 'failed',
      error: '11 of 30 rows could not be read as records.',
    });
  });
});

describe('data sets', () => {
  const filing = (uuid: string, client: string, description: string) => ({
    filing_uuid: uuid,
    filing_type: 'Q1',
    filing_year: 2020,
    filing_period: 'first_quarter',
    dt_posted: '2020-04-01T10:00:00-04:00',
    registrant: { id: 1, name: 'REGISTRANT' },
    client: { id: uuid.length + Number(uuid.slice(-1)), name: client },
    lobbying_activities: [{ general_issue_code: 'TAX', general_issue_code_display: 'Taxation', description }],
  });

  test('a lobbying filing is refused with a client’s name that is too long, and loses a text that is', async () => {
    const report = await load(usLdaFilings, 'filings.json', [
      filing('u1', LONG_NAME, 'TAXES'),
      filing('u2', LONGEST_NAME, LONG_FIELD),
      filing(LONG_FIELD, 'CLIENT', 'TAXES'),
    ]);
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 2 });
    expect(reported(report)).toEqual([
      'rejected_row: The clientName is longer than 1,000 characters (1/3/2020/first_quarter/report)',
      'long_field: document.activities.description is longer than 16,384 characters',
      'rejected_row: The filingId is longer than 16,384 characters (1/CLIENT/2020/first_quarter/report)',
    ]);
    const { records } = await bench.catalog.records.searchLobbying({
      ...{ client: null, registrant: null, issue: null, year: null, type: null },
      ...{ limit: 25, offset: 0 },
    });
    expect(records.map(({ document }) => JSON.parse(document))).toMatchObject([
      { clientName: LONGEST_NAME, activities: [{ issueCode: 'TAX', description: null }] },
    ]);
  });

  test('a return’s officers with names that are too long are left out, and it is refused with such a name of its own', async () => {
    const officer = (name: string, title: string) =>
      `<Form990PartVIISectionAGrp><PersonNm>${name}</PersonNm><TitleTxt>${title}</TitleTxt><OfficerInd>X</OfficerInd></Form990PartVIISectionAGrp>`;
    const document = (ein: string, name: string, officers: string) =>
      `<Return><ReturnHeader><ReturnTypeCd>990</ReturnTypeCd><TaxPeriodEndDt>2020-12-31</TaxPeriodEndDt><Filer><EIN>${ein}</EIN>
       <BusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt></BusinessName></Filer></ReturnHeader>
       <ReturnData><IRS990>${officers}</IRS990></ReturnData></Return>`;
    const officers = [
      officer(LONG_NAME, 'CHAIR'),
      officer('A DOE', LONG_FIELD),
      officer('B DOE', 'CLERK'),
    ].join('');
    const paths = [
      bench.write('1.xml', document('010000001', 'CHARITY', officers)),
      bench.write('2.xml', document('010000002', LONG_NAME, '')),
    ];
    const report = await bench.ingest({ source: usIrsForm990, paths });
    expect(report).toMatchObject({ outcome: 'done', records: 3, rejected: 1 });
    expect(reported(report)).toEqual([
      'long_field: document.officers.name is longer than 1,000 characters',
      'long_field: document.officers.title is longer than 16,384 characters',
      'long_field: parties.people is longer than 1,000 characters',
      `rejected_row: ${REFUSED} (010000002)`,
    ]);
    const { records } = await bench.catalog.datasets.getPartyRecords(usIrsForm990.id, ['ein:010000001'], 1);
    expect(JSON.parse(records[0]?.document ?? '{}').officers).toEqual([
      { name: 'A DOE', title: null },
      { name: 'B DOE', title: 'CLERK' },
    ]);
  });

  test('a table’s record is refused with a name that is too long, and loses another name that is', async () => {
    const source = defineDataset({
      ...{
        id: 'us_xx_returns',
        title: 'Returns',
        licence: 'public domain',
        every: 'month',
        layout: 'unverified',
      },
      agency: { name: 'Nobody', level: 'federal', url: 'https://example.com' },
      fetch: { kind: 'manual', how: 'Invent it.' },
      delivery: 'snapshot',
      expect: { min: 1 },
      main: 'rows',
      tables: { rows: { format: { kind: 'portal' }, columns: columns('ein name other street'), keys: {} } },
      record: (group) => {
        const row = group.one('rows');
        if (row === undefined) return undefined;
        const names = [
          { text: row.need('name'), kind: 'current' as const },
          { text: row.need('other'), kind: 'former' as const },
        ];
        const line = row.need('street');
        const address = { street: `${line} ${line}`, city: '', state: '', zip: '' };
        return { key: row.need('ein'), document: {}, parties: [{ key: row.need('ein'), names, address }] };
      },
    });
    const report = await load(
      source,
      'returns.csv',
      `ein,name,other,street\n1,${LONG_NAME},OLD,MAIN\n2,${LONGEST_NAME},${LONG_NAME},${LONGEST_FIELD}\n`,
    );
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 1 });
    expect(reported(report)).toEqual([
      expect.stringMatching(`^rejected_row: ${REFUSED} `),
      'long_field: parties.names.text is longer than 1,000 characters',
      'long_field: parties.address.street is longer than 16,384 characters',
      'unread_rows: 1 row could not be read; nothing was marked as gone',
    ]);
    const [party] = await bench.catalog.datasets.getParties(source.id, ['2']);
    expect(party?.party).toMatchObject({ names: [{ text: LONGEST_NAME, kind: 'current' }] });
    expect(party?.party).not.toHaveProperty('address');
  });
});

describe('entities', () => {
  const source = defineSource({
    ...INVENTED,
    id: 'us_co_register',
    expect: { min: 1 },
    columns: columns('id name other officer agent line'),
    keys: {},
    record: (row) => ({
      key: row.need('id'),
      name: row.need('name'),
      otherNames: [
        { name: row.need('other'), kind: 'former' },
        { name: 'KEPT', kind: 'assumed' },
      ],
      officers: [
        { name: row.need('officer'), title: null },
        { name: 'B DOE', title: 'CLERK' },
      ],
      registeredAgent: { name: row.need('agent'), address: null },
      principalAddress: `${row.need('line')} ${row.need('line')}`,
    }),
  });
  const row = {
    id: 'A',
    name: LONGEST_NAME,
    other: LONG_NAME,
    officer: LONG_NAME,
    agent: LONG_NAME,
    line: LONGEST_FIELD,
  };
  const WARNINGS = [
    'long_field: otherNames.name is longer than 1,000 characters',
    'long_field: officers.name is longer than 1,000 characters',
    'long_field: registeredAgent.name is longer than 1,000 characters',
    'long_field: principalAddress is longer than 16,384 characters',
  ];
  const expectShort = (document: string | undefined) => {
    const data = JSON.parse(document ?? '{}') as EntityData;
    expect(data.name).toBe(LONGEST_NAME);
    expect(data.otherNames).toMatchObject([{ name: 'KEPT' }]);
    expect(data.officers).toMatchObject([{ name: 'B DOE' }]);
    expect([data.registeredAgent, data.principalAddress]).toEqual([undefined, undefined]);
  };

  test('other names, officers, agents and joined fields that are too long are left out', async () => {
    const report = await load(
      source,
      'register.csv',
      `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`,
    );
    expect(report).toMatchObject({ outcome: 'done', records: 1, rejected: 0 });
    expect(reported(report)).toEqual(WARNINGS);
    const held = await bench.catalog.entities.get('CO:A');
    expectShort(held?.document);
    expect(await bench.catalog.entities.getFacets([held?.number ?? 0])).not.toMatchObject([
      { facets: expect.stringContaining(LONG_NAME) },
    ]);
  });

  test('of a live record, too', () => {
    const tally = new WarningTally();
    const layout = source.tables.main;
    if (!layout) throw new Error('The register has a table.');
    const [read] = rowsOfObjects('main', layout, [row]);
    const [made] = new EntityMapper(source, tally).map([new RowGroup('row 1', read ? [read] : [])]);
    expect(tally.list().map(({ code, detail }) => `${code}: ${detail}`)).toEqual(WARNINGS);
    expectShort(made?.document);
  });
});
