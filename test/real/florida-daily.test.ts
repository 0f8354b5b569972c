import { beforeAll, describe, expect, test } from 'vitest';
import { usFlCorporations } from '../../src/sources/us/fl/corporations.js';
import { readDrafts } from '../sources/read-source.js';
import { realFile, withoutRealData } from '../support/real-data.js';

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

  test('officers have names, and titles in the words of the legend', () => {
    const officers = read.drafts.flatMap(({ officers = [] }) => officers);
    expect(officers).toHaveLength(1_732);
    expect(officers.filter(({ title }) => title === 'Manager')).toHaveLength(695);
    expect(officers.filter(({ title }) => title === 'Authorized Member')).toHaveLength(366);
    expect(officers.filter(({ title }) => title === 'President')).toHaveLength(208);
    expect(officers.filter(({ name }) => / {2}|^\s|\d{5}/.test(name))).toEqual([]);
  });
});
