import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../../src/sources/declare/index.js';
import { usCoUcc } from '../../src/sources/us/co/ucc.js';
import { usCtUcc } from '../../src/sources/us/ct/ucc.js';
import { usFacAuditees } from '../../src/sources/us/fac/auditees.js';
import { usGleifLeiRecords } from '../../src/sources/us/gleif/lei-records.js';
import { usIrsForm990 } from '../../src/sources/us/irs/form-990.js';
import { usLdaFilings } from '../../src/sources/us/lda/filings.js';
import { COLLATERAL, DOCUMENT_TYPES } from '../../src/sources/us/ny/nyc-acris-ucc.js';
import { usSbaPpp } from '../../src/sources/us/sba/ppp.js';
import { usUsaspendingContracts } from '../../src/sources/us/usaspending/contracts.js';
import { readDataset } from '../datasets/read-dataset.js';
import { withoutRealData } from '../support/real-data.js';
import { federal, state } from './real-files.js';

const skip = withoutRealData('data sets on real files');

async function read(dataset: Dataset, ...paths: string[]) {
  const { drafts, warnings } = await readDataset(dataset, paths);
  return { drafts, warnings, byKey: new Map(drafts.map((draft) => [draft.key, draft])) };
}

describe.skipIf(skip)('data sets, on real files', () => {
  test('nine returns of ten name officers, over seventeen years of forms; a 990-T names none', async () => {
    const files = readdirSync(federal('irs_990')).filter((name) => name.endsWith('.xml'));
    const { drafts, warnings, byKey } = await read(
      usIrsForm990,
      ...files.map((name) => federal('irs_990', name)),
    );
    // A record of officers for each filer, and one of figures for each return.
    expect([files.length, drafts.length]).toEqual([10, 2 * 9]);
    expect(warnings).toEqual(['without_officers: A form 990-T names no officers.']);
    const formOf = (key: string) => (byKey.get(key)?.document as { form: string } | undefined)?.form;
    expect(['541599550', '046662754', '811795570', '060996545'].map(formOf)).toEqual([
      '990',
      '990PF',
      '990EZ',
      '990',
    ]);
    expect(byKey.get('541599550')).toMatchObject({
      date: '2008-12-31',
      document: { officers: [{ name: 'Robert Stolle', title: 'Director' }, {}, {}] },
    });
    expect(byKey.get('046662754')).toMatchObject({
      document: { officers: [{ name: 'TD Bank NA', title: 'Trustee' }] },
    });
  });

  test('loans: Montana’s of 150,000 and more, without numbers; those below bear no names and are refused', async () => {
    const { drafts, warnings } = await read(usSbaPpp, federal('ppp', 'mt_150k_plus_2020-07.csv'));
    expect(drafts).toHaveLength(2_193);
    expect(warnings).toEqual([]);
    await expect(read(usSbaPpp, federal('ppp', 'mt_up_to_150k_2020-07.csv.gz'))).rejects.toThrow(
      'lacks the columns loanrange, businessname, address',
    );
  });

  test('loans: a row of the later release has number, amounts and status', async () => {
    const { byKey } = await read(usSbaPpp, federal('ppp', 'ppp_2021plus_header_and_row.csv'));
    expect(byKey.size).toBe(1);
    expect(byKey.get('9547507704')?.document).toMatchObject({
      amount: 769_358.78,
      forgivenessAmount: 773_553.37,
      lender: 'Synovus Bank',
      status: 'Paid in Full',
    });
  });

  test('LEI records: seven rows of the CSV form are read, and none of them is American', async () => {
    const { drafts, warnings } = await read(
      usGleifLeiRecords,
      federal('gleif', 'lei2-golden-copy-sample_2026-03-20.csv'),
    );
    expect([drafts, warnings]).toEqual([[], []]);
  });

  test('auditees: of 1,400 audits of seven years 198 give both numbers', async () => {
    const { drafts, warnings, byKey } = await read(
      usFacAuditees,
      federal('fac', 'fac_auditee_ids_2016_2022.csv'),
    );
    expect(drafts).toHaveLength(198);
    expect(warnings).toEqual([]);
    expect(byKey.get('NW6ZDZNA9VY7-134278617')?.document).toEqual({ uei: 'NW6ZDZNA9VY7', ein: '134278617' });
  });

  test('lobbying, awards and liens: as many records as the samples hold', async () => {
    const counts = async (dataset: Dataset, ...paths: string[]) => {
      const { drafts, warnings } = await read(dataset, ...paths);
      return [drafts.length, warnings];
    };
    const awards = (name: string) => federal('usaspending', `contracts_prime_${name}_sample.csv`);
    expect(await counts(usLdaFilings, federal('lda', 'lda_filings_2026_q1_sample.json'))).toEqual([3, []]);
    expect(await counts(usUsaspendingContracts, awards('award_summaries'))).toEqual([2, []]);
    expect(await counts(usUsaspendingContracts, awards('transactions'))).toEqual([2, []]);
    expect((await counts(usCtUcc, state('docs', 'firstrows_ct_liens.csv')))[0]).toBe(2);
  });
});

describe.skipIf(skip)('legends and columns, against what publishers say of them', () => {
  const cells = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));

  test('the City Register’s codes of collateral are those of the legend', () => {
    const rows = cells(state('ny', 'nycdb_acris_ucc_collateral_codes.csv')).slice(1);
    expect(rows.map(([, code]) => code).sort()).toEqual([...COLLATERAL.keys()].sort());
  });

  test('its codes of documents of the class of liens are all in the legend', () => {
    const rows = cells(state('ny', 'nycdb_acris_document_control_codes.csv'));
    const codes = rows
      .filter(([, , , kind]) => kind === 'UCC AND FEDERAL LIENS')
      .map(([, code]) => code ?? '');
    expect(codes).toHaveLength(28);
    expect(codes.filter((code) => !DOCUMENT_TYPES.has(code))).toEqual([]);
  });

  test('Colorado’s lien tables had the columns in 2015 that are read of them', () => {
    const text = gunzipSync(readFileSync(state('schemas2015', 'socrata_schemas_2015.json.gz'))).toString();
    const schemas = new Map(
      (JSON.parse(text) as { id: string; columns: [string, string][] }[]).map(({ id, columns }) => [
        id,
        new Set(columns.map(([name]) => name)),
      ]),
    );
    const input = usCoUcc.input.kind === 'tables' ? usCoUcc.input.tables : {};
    const ids: Readonly<Record<string, string>> = {
      filings: 'wffy-3uut',
      debtors: '8upq-58vz',
      securedParties: 'ap62-sav4',
      collateral: '4am6-w6u4',
    };
    const missing = Object.entries(input).flatMap(([table, { columns }]) =>
      columns
        .filter((column) => !schemas.get(ids[table] ?? '')?.has(column))
        .map((column) => `${table}.${column}`),
    );
    expect(missing).toEqual([]);
  });
});
