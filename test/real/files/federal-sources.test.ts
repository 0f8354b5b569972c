import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { usFdicInstitutions } from '../../../src/sources/us/fdic/institutions.js';
import { FICTITIOUS_FIELDS, RECORD_LENGTH } from '../../../src/sources/us/fl/fictitious-layout.js';
import { usFmcsaCarriers } from '../../../src/sources/us/fmcsa/carriers.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { usSamEntities } from '../../../src/sources/us/sam/entities.js';
import { CONTACTS, EXTRACT_COLUMNS, FIELDS, POSITIONS } from '../../../src/sources/us/sam/extract-layout.js';
import { withoutRealData } from '../../support/real-data.js';
import { count, federal, load, state, write } from '../real-files.js';

const skip = withoutRealData('federal registrations on real files');

describe.skipIf(skip)('the IRS business master file, on whole state files', () => {
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
      prominence: 26,
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

describe.skipIf(skip)('SAM.gov, on a file of three registrations', () => {
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
      expirationDate: '2027-04-17',
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
    expect(warnings).toEqual({
      'declared_count: SAM_PUBLIC_V2_3rec_20260906.dat contains 3 rows, but declares 895,932': 1,
    });
  });

  test('a file of 2014, with other positions, is refused', async () => {
    await expect(load(usSamEntities, federal('sam', 'SAM_PUBLIC_MONTHLY_20140504.dat'))).rejects.toThrow(
      'is not in a format of this source',
    );
  });

  test('a file that was cut is refused', async () => {
    const lines = readFileSync(federal('sam', 'SAM_PUBLIC_V2_3rec_20260906.dat'), 'utf8').trim().split('\n');
    const path = write('sam.dat', lines.slice(0, -1).join('\n'));
    await expect(load(usSamEntities, path)).rejects.toThrow('is truncated');
  });
});

describe.skipIf(skip)('other federal registrations, on tables of somebody else’s making', () => {
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
    // The look-ups do not tell these; the census file does.
    expect(warnings).toEqual({
      'field_not_loaded: main.type': 1,
      'field_not_loaded: main.officers': 1,
      'field_not_loaded: main.filings': 1,
    });
  });
});

describe.skipIf(skip)('positions, against the publishers’ layouts', () => {
  test('every field of a Florida fictitious name stands where the layout has it', () => {
    const { fic } = JSON.parse(readFileSync(state('fl', 'layouts.json'), 'utf8'));
    const published = new Map<string, readonly number[]>(
      fic.fields_name_start1_len.map(([name, ...place]: [string, number, number]) => [name, place]),
    );
    expect(fic.record_length).toBe(RECORD_LENGTH);
    for (const [field, place] of Object.entries(FICTITIOUS_FIELDS)) {
      expect(published.get(field), field).toEqual(place);
    }
  });

  test('every field of a SAM registration stands where the layout has it', () => {
    const text = readFileSync(federal('sam', 'sam_public_v2_layout.csv'), 'utf8');
    const titles = new Map(
      [...text.matchAll(/^([A-Z][^,"]+),(\d+),STRING/gm)].map(([, title, at]) => [Number(at), title]),
    );
    expect(titles.size).toBe(FIELDS);
    expect(titles.get(FIELDS)).toBe('END OF RECORD INDICATOR');
    expect(EXTRACT_COLUMNS.slice(0, 15).map((column) => titles.get(POSITIONS[column] ?? 0))).toEqual([
      'UNIQUE ENTITY ID',
      'SAM EXTRACT CODE',
      'REGISTRATION EXPIRATION DATE',
      'LEGAL BUSINESS NAME',
      'DBA NAME',
      'PHYSICAL ADDRESS LINE 1',
      'PHYSICAL ADDRESS LINE 2',
      'PHYSICAL ADDRESS CITY',
      'PHYSICAL ADDRESS PROVINCE OR STATE',
      'PHYSICAL ADDRESS ZIP/POSTAL CODE',
      'PHYSICAL ADDRESS ZIP CODE +4',
      'PHYSICAL ADDRESS COUNTRY CODE',
      'ENTITY START DATE',
      'ENTITY STRUCTURE',
      'NO PUBLIC DISPLAY FLAG',
    ]);
    for (const [start] of Object.values(CONTACTS)) {
      const parts = [0, 1, 2, 3].map(
        (offset) => titles.get(start + offset)?.match(/[A-Z]+(?: [A-Z]+)?$/)?.[0],
      );
      expect(parts).toEqual(['FIRST NAME', 'MIDDLE INITIAL', 'LAST NAME', expect.stringMatching(/TITLE$/)]);
    }
  });
});
