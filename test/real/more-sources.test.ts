import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { EntitySource } from '../../src/sources/declare.js';
import { usAkCorporations } from '../../src/sources/us/ak/corporations.js';
import { usCtLicenses } from '../../src/sources/us/ct/licenses.js';
import { usFdicInstitutions } from '../../src/sources/us/fdic/institutions.js';
import { usFmcsaCarriers } from '../../src/sources/us/fmcsa/carriers.js';
import { usIaBusinessEntities } from '../../src/sources/us/ia/business-entities.js';
import { usIlChicagoBusinessLicenses } from '../../src/sources/us/il/chicago-business-licenses.js';
import { usIlProfessionalLicenses } from '../../src/sources/us/il/professional-licenses.js';
import { usIrsEoBmf } from '../../src/sources/us/irs/eo-bmf.js';
import { usMdMbe } from '../../src/sources/us/md/mbe.js';
import { usNyIdaAwards } from '../../src/sources/us/ny/ida-awards.js';
import { usNyNycAcrisUcc } from '../../src/sources/us/ny/nyc-acris-ucc.js';
import { usNyNycMwbe } from '../../src/sources/us/ny/nyc-mwbe.js';
import { usOrActiveBusinesses } from '../../src/sources/us/or/active-businesses.js';
import { usPaRegisteredBusinesses } from '../../src/sources/us/pa/registered-businesses.js';
import { usSamEntities } from '../../src/sources/us/sam/entities.js';
import { usTxFranchiseTaxpayers } from '../../src/sources/us/tx/franchise-taxpayers.js';
import { usTxTdlrLicenses } from '../../src/sources/us/tx/tdlr-licenses.js';
import { usUsaspendingAssistance } from '../../src/sources/us/usaspending/assistance.js';
import { usWaContractors } from '../../src/sources/us/wa/contractors.js';
import { usWaWebsVendors } from '../../src/sources/us/wa/webs-vendors.js';
import { readDrafts, type Warnings } from '../sources/read-source.js';

const REAL = process.env.DOSSIER_REAL_DATA ?? '';
const isThere = REAL !== '' && existsSync(REAL);
if (!isThere) {
  process.stderr.write('NOT RUN: twenty more sources on real files; DOSSIER_REAL_DATA names no folder.\n');
}
const state = (...path: string[]) => join(REAL, 'state', ...path);
const federal = (...path: string[]) => join(REAL, 'federal', ...path);
const portal = (host: string, dataset: string) => state('socrata2018', `${host}__${dataset}.csv`);

interface Outcome {
  /** The last draft of each key, as the store keeps them. */
  readonly records: ReadonlyMap<string, EntityDraft>;
  readonly warnings: Warnings;
}

async function load(source: EntitySource, ...paths: string[]): Promise<Outcome> {
  const { drafts, warnings } = await readDrafts(source, paths);
  return { records: new Map(drafts.map((draft) => [draft.key, draft])), warnings };
}

const count = <T>(records: ReadonlyMap<string, T>, is: (record: T) => boolean) =>
  [...records.values()].filter(is).length;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-real-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the test's own, for rows that lie in a file of another shape. */
function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const rowsOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).rows as object[];

describe.skipIf(!isThere)('state registers, on real rows', () => {
  test.each([
    ['vt5w-tv2x', 5, 5],
    ['8kyv-b2kw', 2, 0],
    ['vd6m-2vq9', 4, 0],
    ['esjy-u4fc', 5, 1],
    ['5qwt-pfng', 6, 0],
  ])('Oregon: ten rows of %s are %i records, of which %i are names', async (dataset, records, names) => {
    const outcome = await load(usOrActiveBusinesses, portal('data.oregon.gov', dataset));
    expect(outcome.records.size).toBe(records);
    expect(count(outcome.records, ({ recordClass }) => recordClass === 'name_registration')).toBe(names);
    expect(count(outcome.records, ({ formedDate }) => formedDate !== undefined)).toBe(records);
    expect(outcome.warnings).toEqual({});
  });

  test('Oregon: three forms of dates, quotes in a name, a firm in an address line, agents of three kinds', async () => {
    const { records } = await load(
      usOrActiveBusinesses,
      ...['vt5w-tv2x', '8kyv-b2kw', 'esjy-u4fc'].map((dataset) => portal('data.oregon.gov', dataset)),
    );
    expect(records.get('70969952')).toMatchObject({
      name: '"83" RANCH',
      formedDate: '1964-07-01',
      officers: [{ name: 'CONNIE MCCALL', title: 'AUTHORIZED REPRESENTATIVE' }],
    });
    expect(records.get('299818')).toMatchObject({
      type: 'DOMESTIC NONPROFIT CORPORATION',
      typeClass: 'nonprofit',
      formedDate: '1850-05-17',
      registeredAgent: {
        name: 'MIKE BENISCHEK',
        address: '18955 S SOUTH END RD, OREGON CITY, OR 97045',
      },
      officers: [
        { name: 'JANE MYERS', title: 'PRESIDENT' },
        { name: 'CHRISTA PALMER', title: 'SECRETARY' },
      ],
    });
    expect(records.get('129886792')?.registeredAgent?.name).toBe('UNITED STATES CORPORATION AGENTS, INC.');
    expect(records.get('129884193')?.registeredAgent?.name).toBe('BECKER CAPITAL MANAGEMENT, INC.');
    expect(records.get('129894291')?.principalAddress).toBeUndefined();
  });

  test('Pennsylvania: two rows as the portal gives them', async () => {
    const rows = JSON.stringify(rowsOf(state('samples', 'pa_xvd7-5r2c.json')));
    const { records } = await load(usPaRegisteredBusinesses, write('pa.json', rows));
    expect(records.size).toBe(2);
    expect(records.get('0007380992')).toMatchObject({
      name: 'Daff Trucking Llc',
      typeClass: 'llc',
      formedDate: '2021-10-12',
      principalAddress: '85 Willow St, Macungie, PA 18062',
    });
    expect(records.get('0006436709')).toMatchObject({ type: 'Foreign Business Corporation' });
  });

  test('Texas: one row, keyed by the file number of the Secretary of State', async () => {
    const rows = JSON.stringify(rowsOf(state('samples', 'tx_9cir-efmm.json')));
    const { records, warnings } = await load(usTxFranchiseTaxpayers, write('tx.json', rows));
    expect([...records.values()]).toEqual([
      {
        key: '0805503141',
        name: 'SALUS CURA VENTURES',
        type: 'Texas Non-Profit Corporation',
        typeClass: 'nonprofit',
        status: 'Active (franchise tax)',
        activity: 'active',
        formedDate: '2024-04-10',
        principalAddress: '509 S PACIFIC ST STE 433, MINEOLA, TX 75773',
        linkKeys: [],
      },
    ]);
    expect(warnings).toEqual({});
  });

  test('Iowa: ten rows, zeros before the number kept', async () => {
    const { records, warnings } = await load(usIaBusinessEntities, portal('data.iowa.gov', 'ez5t-3qay'));
    expect(records.size).toBe(10);
    expect(records.get('087557')).toMatchObject({
      type: 'REVISED DOMESTIC NON-PROFIT',
      typeClass: 'nonprofit',
      formedDate: '1866-03-19',
      registeredAgent: {
        name: 'CRAIG RADDEN HENDERSON',
        address: '300 WASHINGTON ST, DENVER, IA 50622',
      },
    });
    expect(count(records, ({ typeClass }) => typeClass === 'llc')).toBe(3);
    expect(warnings).toEqual({});
  });

  test('Alaska: two names, which are registrations and no bodies', async () => {
    const { records, warnings } = await load(
      usAkCorporations,
      state('docs', 'firstrows_ak_corporations.csv'),
    );
    expect(records.size).toBe(2);
    expect(records.get('31065')).toMatchObject({
      name: 'CADILLAC FAIRVIEW',
      recordClass: 'name_registration',
      status: 'Active Name',
      activity: 'active',
      principalAddress: '20 QUEEN ST W 5TH FL, TORONTO, ON M5H3R4, CANADA',
    });
    expect(warnings).toEqual({});
  });
});

describe.skipIf(!isThere)('licences, on real rows', () => {
  test('Connecticut: ten rows of the portal, seven of persons', async () => {
    const { records, warnings } = await load(usCtLicenses, portal('data.ct.gov', 'ngch-56tr'));
    expect(records.size).toBe(10);
    expect(count(records, ({ subjectType }) => subjectType === 'person')).toBe(7);
    expect(count(records, ({ activity }) => activity === 'active')).toBe(1);
    expect(records.get('63724')).toMatchObject({
      name: 'RALPH P BISCIOTTI',
      otherNames: [{ name: "DICK'S ARTESIAN WELL CO INC" }, { name: "DICK'S ARTESIAN WELL CO" }],
      principalAddress: 'HARWINTON, CT 06791',
      filings: [{ date: '2005-06-08', number: 'WWC.0000089-W1' }],
    });
    expect(warnings).toEqual({});
  });

  test('Connecticut: two rows of 2023, whose headings somebody else underscored', async () => {
    const [header = '', ...rows] = readFileSync(state('docs', 'firstrows_ct_licenses.csv'), 'utf8').split(
      '\n',
    );
    const path = write('ct.csv', [header.replaceAll('_', ''), ...rows].join('\n'));
    const { records } = await load(usCtLicenses, path);
    expect([...records.keys()]).toEqual(['1000104', '2027327']);
    expect(records.get('1000104')).toMatchObject({ activity: 'active', subjectType: 'person' });
  });

  test('Washington: ten contractors; the rows of principals are of nine others', async () => {
    const { records, warnings } = await load(
      usWaContractors,
      portal('data.wa.gov', 'm8qx-ubtq'),
      portal('data.wa.gov', '4xk5-x9j6'),
    );
    expect(records.size).toBe(10);
    expect(warnings).toMatchObject({ 'companion_without_main: principals': 9 });
    expect(records.get('EGRESS*911KR')).toMatchObject({
      name: 'EGRESS SPECIALTIES',
      subjectType: 'organization',
      typeClass: 'sole_proprietorship',
      officers: [{ name: 'MARTIN, MICHAEL POWELL JR', title: 'Principal' }],
    });
    expect(count(records, ({ activity }) => activity === 'active')).toBe(10);
  });

  test('Illinois: two rows of the Department, `None` read as nothing', async () => {
    const { records, warnings } = await load(
      usIlProfessionalLicenses,
      state('docs', 'firstrows_il_licenses.csv'),
    );
    expect([...records.keys()]).toEqual(['129161139', '129161143']);
    expect(records.get('129161143')).toMatchObject({
      name: 'CHARLES S HAY',
      subjectType: 'person',
      otherNames: [],
      status: 'NOT RENEWED',
      activity: 'inactive',
      principalAddress: 'FLORISSANT, MO 63031',
    });
    expect(warnings).toEqual({});
  });

  test('Texas: three rows of the Department’s own file', async () => {
    const { records, warnings } = await load(usTxTdlrLicenses, state('docs', 'firstrows_tx_licenses.csv'));
    expect([...records.keys()]).toEqual([
      'Associate Auctioneer:9849',
      'Associate Auctioneer:10526',
      'Associate Auctioneer:12352',
    ]);
    expect(count(records, ({ subjectType }) => subjectType === 'person')).toBe(3);
    expect(warnings).toEqual({});
  });

  test('Chicago: 561 rows of one ZIP are 141 accounts with 184 licence numbers', async () => {
    const { records, warnings } = await load(
      usIlChicagoBusinessLicenses,
      state('city', 'chicago_Business_Licenses_r5kz-chrr_2016_austin_subset.csv.gz'),
    );
    expect(records.size).toBe(141);
    const filings = [...records.values()].flatMap((record) => record.filings ?? []);
    expect(filings).toHaveLength(561);
    expect(new Set(filings.map(({ number }) => number)).size).toBe(184);
    expect(filings.filter(({ description }) => description?.endsWith(', issued'))).toHaveLength(518);
    expect(filings.filter(({ description }) => description?.endsWith(', revoked'))).toHaveLength(5);
    expect(records.get('283340')).toMatchObject({
      name: 'FREEDOM TAX SERVICES INC',
      subjectType: 'organization',
      status: 'Cancelled during its term',
      activity: 'inactive',
    });
    expect(warnings).toEqual({});
  });

  test('Chicago: ten rows each of two views of the portal', async () => {
    const all = await load(usIlChicagoBusinessLicenses, portal('data.cityofchicago.org', 'r5kz-chrr'));
    expect(all.records.size).toBe(9);
    expect(all.records.get('393149')).toMatchObject({
      name: 'ANGELINE R. MC CARTHY',
      subjectType: 'person',
      principalAddress: 'TINLEY PARK, IL 60477',
    });
    const current = await load(usIlChicagoBusinessLicenses, portal('data.cityofchicago.org', 'uupf-x98q'));
    expect(current.records.size).toBe(10);
    expect(count(current.records, ({ subjectType }) => subjectType === 'person')).toBe(4);
  });

  test('Chicago: the rows of owners are of other accounts, and are told to be', async () => {
    const { records, warnings } = await load(
      usIlChicagoBusinessLicenses,
      portal('data.cityofchicago.org', 'r5kz-chrr'),
      portal('data.cityofchicago.org', 'ezma-pppn'),
    );
    expect(records.size).toBe(9);
    expect(warnings).toMatchObject({ 'companion_without_main: owners': 8 });
  });
});

describe.skipIf(!isThere)('vendors and awards, on real rows', () => {
  test('New York City: ten firms before there were account numbers', async () => {
    const { records, warnings } = await load(usNyNycMwbe, portal('data.cityofnewyork.us', 'ci93-uc8s'));
    expect(records.size).toBe(10);
    expect(records.get('Shirin & Aunali Khalfan Group LLC')).toMatchObject({
      type: 'MBE',
      formedDate: '1974-10-01',
      principalAddress: '80-50 51st Avenue, Elmhurst, NY 11373',
      officers: [{ name: 'Arza Khalfan', title: 'Contact' }],
    });
    expect(warnings).toEqual({});
  });

  test('Maryland: ten firms by certification number', async () => {
    const { records, warnings } = await load(usMdMbe, portal('data.maryland.gov', 'viap-eh6m'));
    expect(records.size).toBe(10);
    expect(records.get('07-362')).toMatchObject({
      name: '1ST CHOICE, LLC',
      officers: [{ name: 'MICHELLE A. BELL', title: 'Contact' }],
    });
    expect(warnings).toEqual({});
  });

  test('Washington: ten rows of commodities are two vendors', async () => {
    const { records, warnings } = await load(usWaWebsVendors, portal('data.wa.gov', '3kwi-7zsj'));
    expect([...records.keys()]).toEqual([
      'Sunrise Technologies, Inc.; Folsom; CA',
      'Robinson Noble, Inc.; Tacoma; WA',
    ]);
    expect(warnings).toEqual({});
  });

  test('New York: ten admissions, the number behind a name kept in the key only', async () => {
    const { records, warnings } = await load(usNyIdaAwards, portal('data.ny.gov', 'rerf-sf77'));
    expect(records.size).toBe(10);
    expect(records.get('M & G DuraVent, Inc. (#1)')).toMatchObject({
      name: 'M & G DuraVent, Inc. (#1)',
      searchName: 'M & G DuraVent, Inc.',
      type: 'Manufacturing',
    });
    expect(warnings).toEqual({});
  });

  test('USAspending: two actions of two awards to one university', async () => {
    const { records, warnings } = await load(
      usUsaspendingAssistance,
      federal('usaspending', 'assistance_prime_transactions_sample.csv'),
    );
    expect([...records.keys()]).toEqual(['ASST_NON_D8732143_075', 'ASST_NON_HDTRA12310001_097']);
    expect(records.get('ASST_NON_D8732143_075')).toMatchObject({
      name: 'THE TRUSTEES OF THE UNIVERSITY OF PENNSYLVANIA',
      subjectType: 'organization',
      state: 'PA',
      type: 'PROJECT GRANT (B)',
      identifiers: [{ scheme: 'uei', value: 'H7LMD1ANJNN4' }],
      filings: [{ type: 'REVISION', date: '2024-05-13', number: 'D8732143' }],
    });
    expect(warnings).toEqual({});
  });
});

describe.skipIf(!isThere)('New York City ACRIS, on real rows', () => {
  const table = (name: string) => state('ny', `nycdb_acris_personal_property_${name}.csv`);
  const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split(/\r?\n/);

  test('the three tables at hand are samples that do not join: no document has a party', async () => {
    const { records, warnings } = await load(
      usNyNycAcrisUcc,
      ...['master', 'parties', 'references'].map(table),
    );
    expect(records.size).toBe(0);
    expect(warnings).toMatchObject({
      'companion_without_main: parties': 100,
      'companion_without_main: references': 10,
    });
  });

  test('with each party’s document number exchanged for that of a document, every value is read', async () => {
    const master = linesOf(table('master'));
    const ids = master.slice(1).map((line) => line.split(',')[0] ?? '');
    const joined = (name: string) => {
      const [header = '', ...rows] = linesOf(table(name));
      const exchanged = rows.map((row, index) => row.replace(/^[^,]+/, ids[index] ?? ''));
      return write(`${name}.csv`, [header, ...exchanged].join('\n'));
    };
    const paths = [table('master'), joined('parties'), joined('references')];
    const { records, warnings } = await load(usNyNycAcrisUcc, ...paths);
    const debtors = linesOf(table('parties')).filter((line) => /^[^,]+,P,1,/.test(line));
    expect(records.size).toBe(debtors.length);
    // The one row with such a number falls to a document without a debtor.
    expect(warnings).toEqual({ 'unread_column: references.reference_by_file_nbr': 1 });
    const types = [...records.values()].flatMap((record) => record.filings?.[0]?.type ?? []);
    expect(new Set(types)).toEqual(
      new Set(['UCC3 Termination', 'Initial Coop UCC1', 'Initial UCC1', 'Federal Lien - IRS']),
    );
    expect(records.get('2008100300108001')).toMatchObject({
      name: 'GRANT, RAYMOND',
      subjectType: 'person',
      principalAddress: 'JACKSON HEIGHTS, NY 11372',
      filings: [
        {
          type: 'UCC3 Termination',
          date: '2008-10-14',
          description: 'collateral: Cooperative; refers to 2012000445460',
          number: '2008000403488',
        },
      ],
    });
  });
});

describe.skipIf(!isThere)('the IRS business master file, on whole state files', () => {
  test.each([
    ['ak', 5_509, {}],
    ['ct', 21_930, { 'unknown_value: subsection: 91': 7 }],
    ['dc', 13_731, { 'unknown_value: subsection: 82': 1 }],
    ['dc_2020-03', 13_680, { 'unknown_value: subsection: 82': 1 }],
    ['de', 7_528, { 'unknown_value: subsection: 91': 4 }],
    ['hi', 8_446, { 'unknown_value: subsection: 91': 1 }],
    ['me', 9_772, { 'unknown_value: subsection: 91': 5, 'unknown_value: subsection: 00': 1 }],
    ['ms', 14_395, { 'unknown_value: subsection: 91': 3 }],
    ['mt', 11_109, { 'unknown_value: subsection: 91': 4 }],
    ['nd', 5_995, { 'unknown_value: subsection: 91': 1 }],
    ['ne', 14_128, { 'unknown_value: subsection: 91': 2 }],
    ['nh', 8_821, { 'unknown_value: subsection: 91': 1 }],
    ['ok', 20_606, { 'unknown_value: subsection: 91': 7 }],
    ['ri', 8_493, { 'unknown_value: subsection: 91': 23 }],
    ['vt', 6_183, { 'unknown_value: subsection: 91': 1 }],
    ['wy', 5_125, {}],
  ])('%s: %i organizations, each of the state, zeros kept', async (name, organizations, warned) => {
    const { records, warnings } = await load(usIrsEoBmf, federal('irs_bmf', `eo_${name}.csv.gz`));
    expect(records.size).toBe(organizations);
    expect(count(records, (record) => record.state === name.slice(0, 2).toUpperCase())).toBe(organizations);
    expect(count(records, ({ key }) => /^\d{9}$/.test(key))).toBe(organizations);
    expect(warnings).toEqual(warned);
  });

  test('every file is read above', () => {
    expect(readdirSync(federal('irs_bmf'))).toHaveLength(16);
  });

  test('the fire department of Sharon and the seminary of Ridgeland', async () => {
    const connecticut = await load(usIrsEoBmf, federal('irs_bmf', 'eo_ct.csv.gz'));
    expect(connecticut.records.get('060996545')).toEqual({
      key: '060996545',
      name: 'SHARON FIRE DEPARTMENT INC',
      otherNames: [],
      state: 'CT',
      type: '501(c)(3)',
      typeClass: 'nonprofit',
      status: 'Active',
      activity: 'active',
      principalAddress: '36 WEST MAIN STREET, SHARON, CT 06069',
      identifiers: [{ scheme: 'ein', value: '06-0996545' }],
      linkKeys: [{ scheme: 'ein', value: '060996545' }],
    });
    const mississippi = await load(usIrsEoBmf, federal('irs_bmf', 'eo_ms.csv.gz'));
    expect(mississippi.records.get('640579585')?.principalAddress).toBe(
      '1880 E COUNTY LINE RD, RIDGELAND, MS 39157-1920',
    );
  });
});

describe.skipIf(!isThere)('SAM.gov, on a file of three registrations', () => {
  test('two are active and one is expired, whatever its dates say', async () => {
    const { records, warnings } = await load(
      usSamEntities,
      federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat'),
    );
    expect([...records.keys()]).toEqual(['UE9QJD4KK1L6', 'PHZDZ8SJ5CM1', 'C39LJA3KD378']);
    expect(records.get('UE9QJD4KK1L6')).toEqual({
      key: 'UE9QJD4KK1L6',
      name: 'LEIDOS, INC.',
      otherNames: [],
      subjectType: 'organization',
      state: 'VA',
      type: 'Corporate Entity (Not Tax Exempt)',
      typeClass: 'corporation',
      status: 'Active',
      activity: 'active',
      formedDate: '1969-02-03',
      principalAddress: '1750 PRESIDENTS ST FL 10, RESTON, VA 20190-5617',
      officers: [],
      identifiers: [{ scheme: 'uei', value: 'UE9QJD4KK1L6' }],
      linkKeys: [{ scheme: 'uei', value: 'UE9QJD4KK1L6' }],
    });
    expect(records.get('C39LJA3KD378')).toMatchObject({
      name: 'UNIVERSITY OF SOUTH CAROLINA SALKEHATCHIE',
      state: 'SC',
      status: 'Expired',
      activity: 'inactive',
    });
    expect(warnings).toEqual({});
  });

  test('a file of 2014, with other positions, is refused', async () => {
    await expect(load(usSamEntities, federal('sam', 'SAM_PUBLIC_MONTHLY_20140504.dat'))).rejects.toThrow(
      'is not in a format of this source',
    );
  });

  test('a file that was cut is refused', async () => {
    const lines = readFileSync(federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat'), 'utf8').trim().split('\n');
    const path = write('sam.dat', lines.slice(0, -1).join('\n'));
    await expect(load(usSamEntities, path)).rejects.toThrow('ends in the middle');
  });
});

describe.skipIf(!isThere)('other federal registrations, on tables of somebody else’s making', () => {
  test('FDIC: 4,451 certificates of which 172 have no name; 36 banks bear one', async () => {
    const text = gunzipSync(readFileSync(federal('fdic', 'institutions_2025Q3_derived.csv.gz'))).toString();
    const [header = '', ...rows] = text.split('\n');
    const fields = header.replace('cert_id', 'CERT').replace('bank_name', 'NAME').replace('state', 'STNAME');
    const { records } = await load(usFdicInstitutions, write('fdic.csv', [fields, ...rows].join('\n')));
    expect(records.size).toBe(4_451 - 172);
    expect(count(records, ({ name }) => name === 'First State Bank')).toBe(36);
    expect(records.get('628')).toMatchObject({
      name: 'JPMorgan Chase Bank, National Association',
      state: 'OH',
      status: 'Active',
      principalAddress: 'COLUMBUS, OH',
      identifiers: [{ scheme: 'fdic_cert', value: '628' }],
    });
  });

  test('FMCSA: 1,184 look-ups found 297 carriers', async () => {
    const { records, warnings } = await load(
      usFmcsaCarriers,
      federal('fmcsa', 'active_fmcsa_records_2024-09.csv'),
    );
    expect(records.size).toBe(297);
    expect(count(records, ({ activity }) => activity === 'active')).toBe(297);
    expect(records.get('1936404')).toMatchObject({
      name: 'GARV INC',
      otherNames: [{ name: 'THE DUMBELL MAN FITNESS EQUIPMENT', kind: 'assumed' }],
      state: 'CA',
      principalAddress: '655 HAWAII AVENUE, TORRANCE, CA 90503',
      identifiers: [{ scheme: 'usdot', value: '1936404' }],
    });
    expect(warnings).toEqual({});
  });
});
