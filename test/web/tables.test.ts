import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FileBytes } from '../../src/ingest/read/archive/file-bytes.js';
import { openList } from '../../src/ingest/read/list/open-list.js';
import { startService, type TestService } from '../support/service.js';

const ACCESSION = '0000007777-26-000001';
const CONTRACTS = 'us_usaspending_contracts';
const LOBBYING = 'us_lda_filings';
const NAME = '=HYPERLINK("x") & <Heron> "Works", Inc';

let service: TestService;
beforeAll(async () => {
  const filings = Array.from({ length: 14 }, (_, at) => ({
    ...{ kind: 'filing' as const, accession: `0000007777-26-${String(at + 1).padStart(6, '0')}`, cik: 7_777 },
    ...{ form: at === 0 ? '8-K' : '10-Q', filed: `2026-02-${String(at + 1).padStart(2, '0')}` },
    ...(at === 0 && { items: '5.02,9.01' }),
    name: 'HERON INDUSTRIES INC',
  }));
  service = await startService({
    entities: {
      us_co_business_entities: [
        { key: '1', name: NAME, formedDate: '2020-01-01' },
        ...Array.from({ length: 60 }, (_, at) => ({ key: `N${at}`, name: `WIDGEON ${at} LLC` })),
      ],
    },
    sec: {
      us_sec_submissions: [{ kind: 'filer', cik: 7_777, name: 'HERON INDUSTRIES INC', sic: '3711' }],
      us_sec_daily_index: filings,
    },
    datasets: {
      [CONTRACTS]: [contract('A1', 100, 'HERON WORKS INC'), contract('A2', -50, 'HERON WORKS INC')],
      [LOBBYING]: [disclosure()],
    },
  });
});
afterAll(() => service.close());

function contract(awardId: string, amount: number, name: string) {
  const blank = { awardType: null, description: null, pscCode: null, endDate: null, awardingSubAgency: null };
  return {
    key: awardId,
    date: '2026-01-01',
    document: {
      ...{ ...blank, awardId, amount, recipientName: name, agency: 'GENERAL SERVICES ADMINISTRATION' },
      ...{
        startDate: '2026-01-01',
        naicsCode: '541512',
        naicsDescription: 'COMPUTER SYSTEMS DESIGN SERVICES',
      },
    },
    parties: [{ key: 'uei:AAAAAAAAAAA1', names: [{ text: name, kind: 'current' as const }] }],
  };
}

function disclosure() {
  return {
    key: '00000000-0000-4000-8000-000000000001',
    date: '2026-04-02',
    document: {
      ...{ filingId: '00000000-0000-4000-8000-000000000001', filingDate: '2026-04-02', filingType: 'Q1' },
      ...{ filingYear: 2026, filingPeriod: 'first_quarter', filingTypeDisplay: '1st Quarter - Report' },
      ...{ registrantName: 'PENN PARTNERS', registrantId: 1, clientName: 'HERON WORKS INC', clientId: 2 },
      ...{ clientDescription: null, income: 50_000, expenses: null, documentUrl: 'https://lda.gov/1' },
      activities: [
        { issueCode: 'TAX', issueDescription: 'Taxation/Internal Revenue Code', description: null },
      ],
    },
    parties: [
      { key: 'client:2', names: [{ text: 'HERON WORKS INC', kind: 'current' as const }] },
      { key: 'registrant:1', names: [{ text: 'PENN PARTNERS', kind: 'current' as const }] },
    ],
  };
}

const get = async (path: string) => {
  const answer = await fetch(service.url + path, { redirect: 'manual' });
  const body = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, body, text: body.toString() };
};

async function cellsOf(workbook: Buffer): Promise<string[][]> {
  const limits = { maxColumns: 100, maxUnpackedBytes: 2 ** 24 };
  const { columns, rows } = await openList(FileBytes.of('table.xlsx', workbook), limits);
  const all = [[...columns]];
  for await (const fields of rows()) all.push([...fields]);
  return all;
}

describe('the page of a filing', () => {
  test('has its form and items in words, and the other filings of the filer', async () => {
    const { status, text } = await get(`/sec/${ACCESSION}`);
    expect(status).toBe(200);
    expect(text).toContain('<h1>8-K, Current report of HERON INDUSTRIES INC</h1>');
    expect(text).toContain('5.02 Departure of Directors');
    expect(text).toContain('3711 MOTOR VEHICLES');
    expect(text).toContain(
      'https://www.sec.gov/Archives/edgar/data/7777/000000777726000001/0000007777-26-000001-index.htm',
    );
    const others = text.slice(text.indexOf('Other filings of this filer'), text.indexOf('</table>'));
    expect(others.match(/href="\/sec\/0000007777-26-0000\d\d"/g)).toHaveLength(10);
    expect(others).not.toContain(`/sec/${ACCESSION}"`);
  });

  test('has one address, and is 404 if no source has the filing', async () => {
    const bare = await get('/sec/000000777726000001');
    expect([bare.status, bare.headers.get('location')]).toEqual([303, `/sec/${ACCESSION}`]);
    for (const path of ['/sec/0000007777-26-999999', '/sec/nonsense', '/sec/1'])
      expect((await get(path)).status, path).toBe(404);
  });

  test('is linked from the list of filings', async () => {
    expect((await get('/sec?q=heron+industries&form=8-K')).text).toContain(`<a href="/sec/${ACCESSION}">`);
  });
});

describe('pages of contracts and lobbying', () => {
  test('show what the search finds, and the form again', async () => {
    const { text } = await get('/contracts?recipient=heron+works&sort=amount');
    expect(text).toContain('<h1>Federal contracts: 2 awards</h1>');
    expect(text).toContain('541512 COMPUTER SYSTEMS DESIGN SERVICES');
    expect(text.indexOf('A1')).toBeLessThan(text.indexOf('A2'));
    expect(text).toMatch(/name="recipient" value="heron works"/);
    const lobbying = await get('/lobbying?client_name=heron+works');
    expect(lobbying.text).toContain('<h1>Lobbying disclosures: 1 disclosure</h1>');
    expect(lobbying.text).toContain('Taxation/Internal Revenue Code');
  });

  test('explain themselves without a field, and report a field that is wrong', async () => {
    for (const path of ['/contracts', '/contracts?sort=amount', '/lobbying']) {
      const { status, text } = await get(path);
      expect([status, text.includes('Results match all fields.')], path).toEqual([200, true]);
    }
    expect((await get('/contracts?min_amount=much')).status).toBe(400);
    expect((await get('/lobbying?client_name=nobody')).text).toContain('nothing found');
  });

  test('are counted by the search for a text', async () => {
    const { text } = await get('/search?q=heron+works');
    expect(text).toContain('<a href="/contracts?recipient=heron+works">Contracts: 2</a>');
    expect(text).toContain('<a href="/lobbying?client_name=heron+works">Lobbying: 1</a>');
    const registrant = await get('/search?q=penn+partners');
    expect(registrant.text).toContain('<a href="/lobbying?registrant_name=penn+partners">Lobbying: 1</a>');
  });
});

describe('the rows of a page as a file', () => {
  test.each([
    ['/search', 'q=widgeon', 60, 'id'],
    ['/sec', 'q=heron+industries', 14, 'accessionNumber'],
    ['/contracts', 'recipient=heron+works', 2, 'awardId'],
    ['/lobbying', 'client_name=heron+works', 1, 'filingId'],
  ])('%s?%s has all %i rows in CSV and xlsx', async (path, query, count, key) => {
    const page = await get(`${path}?${query}`);
    expect(page.text).toContain(`${path}.csv?`);
    const { headers, text } = await get(`${path}.csv?${query}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${path.slice(1)}.csv"`);
    const rows = parse(text, { bom: true }) as string[][];
    expect(rows).toHaveLength(count + 1);
    expect(new Set(rows.map(([first]) => first)).size).toBe(count + 1);
    expect(rows[0]?.[0]).toBe(key);
    const xlsx = await get(`${path}.xlsx?${query}`);
    expect(xlsx.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(await cellsOf(xlsx.body)).toEqual(rows.map((row) => row.map((cell) => cell.replace(/^'/, ''))));
  });

  test('keeps names as published, and runs no formula', async () => {
    const csv = parse((await get('/search.csv?q=heron+works')).text, { bom: true }) as string[][];
    expect(csv[1]?.[1]).toBe(`'${NAME}`);
    const [, row] = await cellsOf((await get('/search.xlsx?q=heron+works')).body);
    expect(row?.[1]).toBe(NAME);
  });

  test('reports what is wrong as the page does', async () => {
    expect((await get('/search.csv?q=a&state=ZZ')).status).toBe(400);
    expect((await get('/search.xlsx')).status).toBe(400);
  });
});
