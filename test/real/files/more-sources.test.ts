import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { usAkCorporations } from '../../../src/sources/us/ak/corporations.js';
import { usIaBusinessEntities } from '../../../src/sources/us/ia/business-entities.js';
import { usMdMbe } from '../../../src/sources/us/md/mbe.js';
import { usNyIdaAwards } from '../../../src/sources/us/ny/ida-awards.js';
import { usNyNycAcrisUcc } from '../../../src/sources/us/ny/nyc-acris-ucc.js';
import { usNyNycMwbe } from '../../../src/sources/us/ny/nyc-mwbe.js';
import { usOrActiveBusinesses } from '../../../src/sources/us/or/active-businesses.js';
import { usPaRegisteredBusinesses } from '../../../src/sources/us/pa/registered-businesses.js';
import { usTxFranchiseTaxpayers } from '../../../src/sources/us/tx/franchise-taxpayers.js';
import { usUsaspendingAssistance } from '../../../src/sources/us/usaspending/assistance.js';
import { usWaWebsVendors } from '../../../src/sources/us/wa/webs-vendors.js';
import { withoutRealData } from '../../support/real-data.js';
import { count, federal, load, portal, state, write } from '../real-files.js';

const skip = withoutRealData('registers, vendors and awards on real files');

const rowsOf = (path: string) => JSON.parse(readFileSync(path, 'utf8')).rows as object[];

describe.skipIf(skip)('state registers, on real rows', () => {
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
    expect(
      count(
        outcome.records,
        ({ formedDate, registeredInStateDate }) => (formedDate ?? registeredInStateDate) !== undefined,
      ),
    ).toBe(records);
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

describe.skipIf(skip)('vendors and awards, on real rows', () => {
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

describe.skipIf(skip)('New York City ACRIS, on real rows', () => {
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
