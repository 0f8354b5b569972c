import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archivesIn } from '../../src/ingest/read/index.js';
import { usIrsForm990 } from '../../src/sources/us/irs/form-990.js';
import { zipOf } from '../ingest/read/zip/zip-writer.js';
import { readDataset } from './read-dataset.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-990-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const put = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const HEADER =
  'RETURN_ID,FILING_TYPE,EIN,TAX_PERIOD,SUB_DATE,TAXPAYER_NAME,RETURN_TYPE,DLN,OBJECT_ID,XML_BATCH_ID';
const object = (n: number) => `20260000934930${String(n).padStart(4, '0')}`;
const row = (n: number, ein: string, period: string, form = '990', batch = '2026_TEOS_XML_01A') =>
  `,EFILE,${ein},${period},2026,INVENTED FUND,${form},934930,${object(n)},${batch}`;
const list = (...rows: readonly string[]) =>
  put('index_2026.csv', `\ufeff${[HEADER, ...rows].join('\r\n')}\r\n`);

const xml = (ein: string, periodEnd: string, officer: string, madeAt = '2026-01-01') => `<?xml version="1.0"?>
<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><ReturnTs>${madeAt}T10:00:00-05:00</ReturnTs>
<TaxPeriodEndDt>${periodEnd}</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd><Filer><EIN>${ein}</EIN><BusinessName>
<BusinessNameLine1Txt>INVENTED FUND</BusinessNameLine1Txt></BusinessName></Filer></ReturnHeader><ReturnData><IRS990>
<Form990PartVIISectionAGrp><PersonNm>${officer}</PersonNm></Form990PartVIISectionAGrp></IRS990></ReturnData></Return>`;
const member = (n: number, content: string) => ({
  name: `2026_TEOS_XML_01A/${object(n)}_public.xml`,
  content: Buffer.from(content),
});
const names = async (...paths: readonly string[]) => {
  const { drafts, warnings } = await readDataset(usIrsForm990, paths);
  const officers = drafts.flatMap(
    ({ document }) => (document as { officers?: { name: string }[] }).officers?.[0]?.name ?? [],
  );
  return { officers, warnings };
};

describe('the yearly index of returns', () => {
  it('chooses all returns of each EIN; 990-Ts are not even opened', async () => {
    const index = list(
      row(1, '010000001', '202412'),
      row(2, '010000001', '202512'),
      row(3, '010000001', '202512', '990T'),
      row(4, '020000002', '202412', '990PF'),
    );
    const zip = put(
      '2026_TEOS_XML_01A.zip',
      zipOf([
        member(1, xml('010000001', '2024-12-31', 'ANA RIVERA')),
        member(2, xml('010000001', '2025-12-31', 'ANA RIVERA')),
        member(3, 'nor this'),
        member(4, xml('020000002', '2024-12-31', 'BO OKAFOR')),
        // Not in the index.
        member(5, xml('030000003', '2020-12-31', 'CY DELGADO')),
      ]),
    );
    const { officers, warnings } = await names(index, zip);
    expect(officers).toEqual(['ANA RIVERA', 'ANA RIVERA', 'BO OKAFOR', 'CY DELGADO']);
    expect(warnings).toEqual([]);
  });

  it('leaves the choice between two returns of one period to the returns, which tell when they were made', async () => {
    const index = list(row(1, '010000001', '202512'), row(2, '010000001', '202512'));
    const zip = put(
      'returns.zip',
      zipOf([
        member(1, xml('010000001', '2025-12-31', 'AMENDED', '2026-05-01')),
        member(2, xml('010000001', '2025-12-31', 'FIRST', '2026-03-01')),
      ]),
    );
    const { drafts } = await readDataset(usIrsForm990, [index, zip]);
    const latest = drafts
      .filter(({ key }) => key === '010000001')
      .sort((a, b) => ((a.version ?? '') < (b.version ?? '') ? 1 : -1))[0];
    expect(latest?.document).toMatchObject({ officers: [{ name: 'AMENDED' }] });
  });

  it('reads single returns by its choice, wherever it stands among the files', async () => {
    const single = (n: number, content: string) => put(`${object(n)}_public.xml`, content);
    const paths = [
      single(1, xml('010000001', '2024-12-31', 'OLD')),
      list(row(1, '010000001', '202412'), row(2, '010000001', '202512')),
      single(2, xml('010000001', '2025-12-31', 'NEW')),
    ];
    expect((await names(...paths)).officers).toEqual(['OLD', 'NEW']);
  });

  it('says how many of the returns it chooses are in none of the files', async () => {
    const index = list(row(1, '010000001', '202412'), row(2, '020000002', '202412'));
    const { warnings } = await names(
      index,
      put('a.zip', zipOf([member(1, xml('010000001', '2024-12-31', 'ANA'))])),
    );
    expect(warnings).toEqual([
      'not_among_files: 1 of the 2 documents in the list are missing from the files.',
    ]);
  });

  it('names the zips that hold what it chooses, each once, and no other', async () => {
    const index = list(
      row(1, '010000001', '202412', '990', '2025_TEOS_XML_09A'),
      row(2, '010000001', '202512', '990EZ', '2026_TEOS_XML_02A'),
      row(3, '020000002', '202512', '990', '2026_TEOS_XML_02A'),
      row(4, '030000003', '202512', '990T', '2026_TEOS_XML_04A'),
      row(5, '040000004', '202512', '990', '../../elsewhere'),
    );
    if (usIrsForm990.input.kind !== 'documents') throw new Error('It is made of documents.');
    expect(await archivesIn(usIrsForm990.input, [index])).toEqual([
      'https://apps.irs.gov/pub/epostcard/990/xml/2025/2025_TEOS_XML_09A.zip',
      'https://apps.irs.gov/pub/epostcard/990/xml/2026/2026_TEOS_XML_02A.zip',
    ]);
  });

  it('of old years names no zips and chooses all the same', async () => {
    const old = HEADER.replace(',XML_BATCH_ID', '');
    const index = put('index_2019.csv', `${old}\n${row(1, '10000001', '201812').replace(/,[^,]*$/, '')}\n`);
    const zip = put('old.zip', zipOf([member(1, xml('010000001', '2018-12-31', 'ANA'))]));
    expect((await names(index, zip)).officers).toEqual(['ANA']);
  });

  it('that is cut in the middle of a row is refused', async () => {
    const cut = row(2, '020000002', '202412').slice(0, -30);
    const index = put('index_2026.csv', `${HEADER}\n${row(1, '010000001', '202412')}\n${cut}`);
    await expect(names(index)).rejects.toThrow(
      'index_2026.csv is truncated: its last row has 9 of 10 fields.',
    );
    if (usIrsForm990.input.kind !== 'documents') throw new Error('It is made of documents.');
    await expect(archivesIn(usIrsForm990.input, [index])).rejects.toThrow('is truncated');
  });

  it('tells of rows that name no return, and of those of another length', async () => {
    const index = list(
      row(1, '010000001', '202412'),
      row(2, '020000002', '2024-12'),
      row(3, '030000003', 'unknown'),
      `${row(4, '040000004', '202412')},more`,
      row(5, '050000005', '202412', '990T'),
    );
    const zip = put('a.zip', zipOf([member(1, xml('010000001', '2024-12-31', 'ANA'))]));
    const { officers, warnings } = await names(index, zip);
    expect(officers).toEqual(['ANA']);
    expect(warnings).toEqual([
      'unknown_list_row: index_2026.csv',
      'row_shape: index_2026.csv: 11 fields instead of 10',
    ]);
  });

  it('alone is refused: it holds no officers', async () => {
    await expect(names(list(row(1, '010000001', '202412')))).rejects.toThrow(
      'In addition to the list, specify the files that it lists.',
    );
  });
});
