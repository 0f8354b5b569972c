import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { usCtLicenses } from '../../../src/sources/us/ct/licenses.js';
import { usIlChicagoBusinessLicenses } from '../../../src/sources/us/il/chicago-business-licenses.js';
import { usIlProfessionalLicenses } from '../../../src/sources/us/il/professional-licenses.js';
import { usTxTdlrLicenses } from '../../../src/sources/us/tx/tdlr-licenses.js';
import { usWaContractors } from '../../../src/sources/us/wa/contractors.js';
import { withoutRealData } from '../../support/real-data.js';
import { count, load, portal, state, write } from '../real-files.js';

const skip = withoutRealData('licences on real files');

describe.skipIf(skip)('licences, on real rows', () => {
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
    expect(warnings).toEqual({ 'companion_not_loaded: owners': 1 });
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
