import { beforeAll, describe, expect, test } from 'vitest';
import { usFlCorporations } from '../../../src/sources/us/fl/corporations.js';
import { readDrafts } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('Florida’s daily file');

describe.skipIf(skip)('Florida, on the first 1,200 lines of its daily file of 2023-09-29', () => {
  let read: Awaited<ReturnType<typeof readDrafts>>;
  beforeAll(async () => {
    read = await readDrafts(usFlCorporations, [realFile('state', 'fl', '20230929c-first1200.txt')]);
  });

  test('every line is a record, and nothing is warned of', () => {
    expect(read.drafts).toHaveLength(1_200);
    expect(read.warnings).toEqual({});
    expect(read.drafts.every(({ status }) => status === 'Active')).toBe(true);
  });

  test('no value holds a filler, and dates are days around the file’s', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what the filler of the lines is made of.
    expect(JSON.stringify(read.drafts)).not.toMatch(/\\u00|[\u0000-\u001f]/);
    const days = read.drafts.flatMap(
      ({ formedDate, registeredInStateDate }) => formedDate ?? registeredInStateDate ?? [],
    );
    expect(days).toHaveLength(1_200);
    // One body of 2021 is among those of the day.
    expect(days.filter((day) => day < '2023-07-01' || day > '2024-03-31')).toEqual(['2021-01-19']);
  });

  test('types are as the numbers begin, foreign bodies have no formation', () => {
    const count = (type: string) => read.drafts.filter((draft) => draft.type === type).length;
    expect(count('Florida Limited Liability Company')).toBe(925);
    expect(count('Florida Profit Corporation')).toBe(195);
    expect(count('Florida Not For Profit Corporation')).toBe(39);
    expect(count('Foreign Limited Liability Company')).toBe(32);
    expect(count('Foreign Profit Corporation')).toBe(8);
    const foreign = read.drafts.filter(({ type }) => type?.startsWith('Foreign'));
    expect(foreign.every(({ formedDate }) => formedDate === undefined)).toBe(true);
    expect(foreign.every(({ registeredInStateDate }) => registeredInStateDate !== undefined)).toBe(true);
  });

  test('agents and officers are as the lines have them, persons in the order of speech', () => {
    const found = new Map(read.drafts.map((draft) => [draft.key, draft]));
    expect(found.get('L23000448600')).toMatchObject({
      name: 'BASSMANN HOLDINGS LLC',
      formedDate: '2023-09-27',
      registeredAgent: {
        name: 'REPUBLIC REGISTERED AGENT LLC',
        address: '1150 NW 72ND AVE TOWER I, MIAMI, FL 33126',
      },
      officers: [{ name: 'NORMAN FERGUSON WALKER', title: 'Authorized Member' }],
      linkKeys: [],
    });
    expect(found.get('L23000448950')).toMatchObject({
      registeredAgent: {
        name: 'WILLIAM B TIRRELL JR',
        address: '5183 CORTINA COURT, NAPLES, FL 34103',
      },
      officers: [],
    });
    expect(found.get('P23000070120')).toMatchObject({
      type: 'Florida Profit Corporation',
      registeredAgent: { name: 'MANCEBO ACCOUNTING INC' },
      officers: [{ name: 'DANIEL SUEQUE DIAZ', title: 'President' }],
    });
    expect(found.get('L23000448913')?.officers).toEqual([
      { name: 'JORGE GONZALEZ', title: 'Manager' },
      { name: 'ANDREW GALVEZ', title: 'Authorized Member' },
    ]);
  });

  test('a number of the IRS is nine digits, or none', () => {
    const numbers = read.drafts.flatMap(({ linkKeys = [] }) => linkKeys);
    expect(numbers.filter(({ scheme, value }) => scheme !== 'ein' || !/^\d{9}$/.test(value))).toEqual([]);
    expect(numbers).toHaveLength(17);
  });

  test('officers have names, and titles in the words of the legend', () => {
    const officers = read.drafts.flatMap(({ officers = [] }) => officers);
    expect(officers).toHaveLength(1_732);
    expect(officers.filter(({ title }) => title === 'Manager')).toHaveLength(695);
    expect(officers.filter(({ title }) => title === 'Authorized Member')).toHaveLength(366);
    expect(officers.filter(({ title }) => title === 'President')).toHaveLength(228);
    expect(officers.filter(({ name }) => / {2}|^\s|\d{5}/.test(name))).toEqual([]);
  });
});
