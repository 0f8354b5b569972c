import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quarterOf } from '../../../src/ingest/fetch/edition.js';
import { statedDay } from '../../../src/ingest/read/index.js';
import { usCoBusinessEntities } from '../../../src/sources/us/co/business-entities.js';
import { usIrsEoBmf } from '../../../src/sources/us/irs/eo-bmf.js';
import { usIrsExemptOrganizations } from '../../../src/sources/us/irs/exempt-organizations.js';
import { usSamEntities } from '../../../src/sources/us/sam/entities.js';
import { usSecFullIndex } from '../../../src/sources/us/sec/full-index.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-day-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const SAM = 'BOF PUBLIC V2 00000000 20260906 0000004 0008331\n';
const index = (day: string) => `Description: Master Index\nLast Data Received:    ${day}\nComments:\n`;

test('the day is read from the first lines, packed or not', async () => {
  expect(await statedDay(usSamEntities, [file('a.dat', SAM)])).toBe('2026-09-06');
  expect(await statedDay(usSamEntities, [file('a.dat.gz', gzipSync(SAM + 'x'.repeat(100_000)))])).toBe(
    '2026-09-06',
  );
  expect(await statedDay(usSecFullIndex, [file('m.idx', index('September 30, 2016'))])).toBe('2016-09-30');
});

test('of several files it is the newest; where one states none there is none', async () => {
  const old = file('old.idx', index('Jan  2, 2020'));
  const later = file('later.idx', index('March 31, 2020'));
  expect(await statedDay(usSecFullIndex, [later, old])).toBe('2020-03-31');
  expect(await statedDay(usSecFullIndex, [later, file('none.idx', 'Comments:\n')])).toBeNull();
  expect(await statedDay(usSecFullIndex, [join(folder, 'missing.idx')])).toBeNull();
  expect(await statedDay(usCoBusinessEntities, [old])).toBeNull();
});

test.each([
  ['eo_ct_2021-02-08.csv', '2021-02-08'],
  ['eo1-20210208.csv', '2021-02-08'],
  ['eo_dc_2020-03.csv', '2020-03-01'],
  ['eo1.csv', null],
  ['eo_ct_2021-13-08.csv', null],
  ['eo_ct_123456789012.csv', null],
  ['20230929c.txt', '2023-09-29'],
  ['FY2024_All_Contracts_Full_20240806_1.csv', '2024-08-06'],
  ['tucson_2011_2015.csv', null],
])('a day in the name of a file is that of its edition, for any source: %s', async (name, day) => {
  const path = file(name, 'EIN,NAME\n');
  expect(await statedDay(usIrsEoBmf, [path])).toBe(day);
  expect(await statedDay(usIrsExemptOrganizations, [path])).toBe(day);
  expect(await statedDay(usCoBusinessEntities, [path])).toBe(day);
  const packed = file(`${name}.gz`, gzipSync('EIN,NAME\n'));
  expect(await statedDay(usIrsEoBmf, [packed])).toBe(day);
});

test('at a quarter’s turn the last quarter is still fetched', () => {
  const folders = (day: string) => [-1, 0].map((quarters) => quarterOf(Date.parse(day), quarters));
  expect(folders('2026-11-23')).toEqual(['2026/QTR3', '2026/QTR4']);
  expect(folders('2027-01-01')).toEqual(['2026/QTR3', '2026/QTR4']);
  expect(folders('2027-01-04')).toEqual(['2026/QTR4', '2027/QTR1']);
});
