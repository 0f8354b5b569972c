import { describe, expect, test } from 'vitest';
import { usSamEntities } from '../../../src/sources/us/sam/entities.js';
import { usSecDailyIndex } from '../../../src/sources/us/sec/daily-index.js';
import { usSecFullIndex } from '../../../src/sources/us/sec/full-index.js';
import { Bench, csv, type Lines } from './register.js';

const bench = Bench.forEachTest();
const HEADER = 'id,name,formed';
const many = (count: number): Lines =>
  Array.from({ length: count }, (_, index) => [`K${index}`, `Name ${index}`] as const);

describe('a header in the middle of a file', () => {
  test.each([
    ['as it is', HEADER],
    ['in quotes', '"id","name","formed"'],
    ['behind a byte order mark', `\ufeff${HEADER}`],
    ['in quotes behind a byte order mark', `\ufeff"id","name","formed"`],
    ['in upper case', HEADER.toUpperCase()],
  ])('(%s) is skipped and reported', async (_, header) => {
    const text = csv(many(3)) + csv([['Z', 'Zeta']], header) + csv([['Y', 'Ypsilon']], header);
    const report = await bench.ingest({ paths: [bench.write('all.csv', text)] });
    expect(report).toMatchObject({ outcome: 'done', rows: 5, records: 5, rejected: 0 });
    expect(report.warnings).toEqual([{ code: 'repeated_header', detail: 'all.csv', count: 2 }]);
  });

  test('with other columns refuses the file: its rows would be read as others', async () => {
    const text = `${csv(many(3))}name,id,formed\nZeta,Z,2001-02-03\n`;
    expect(await bench.ingest({ paths: [bench.write('all.csv', text)] })).toMatchObject({
      outcome: 'failed',
      error: 'all.csv contains a second header with other columns; load its parts as separate files.',
    });
  });

  test('is skipped in SEC indexes that were joined, and the whole vouches for no quarter', async () => {
    const text = index(['999001', '999002']) + index(['999003']);
    const report = await bench.ingest({
      source: usSecDailyIndex,
      paths: [bench.write('master.idx', text)],
    });
    expect(report).toMatchObject({ outcome: 'done', rows: 3, records: 3, rejected: 0 });
  });
});

describe('a line of an SEC index that is no row', () => {
  const ciks = Array.from({ length: 50 }, (_, place) => String(999_001 + place));

  test('is rejected; the other rows are loaded', async () => {
    const lines = index(ciks).split('\n');
    lines.splice(20, 0, 'This is no row');
    const report = await bench.ingest({
      source: usSecDailyIndex,
      paths: [bench.write('master.idx', lines.join('\n'))],
    });
    expect(report).toMatchObject({ outcome: 'done', rows: 51, records: 50, rejected: 1 });
    expect(report.warnings).toContainEqual({
      code: 'rejected_row',
      detail: 'master.idx, line 21: "This is no row" is no row of an index',
      count: 1,
    });
  });

  test('in a quarterly index withdraws no filing', async () => {
    const source = { ...usSecFullIndex, expect: { min: 10 } };
    const run = (text: string) =>
      bench.ingest({ source, paths: [bench.write('master.idx', text.replace('Daily', 'Master'))] });
    await run(index(ciks));
    const bad = index(ciks).replace('999003|', '999003');
    expect(await run(bad)).toMatchObject({ outcome: 'done', rejected: 1, gone: 0, complete: false });
    expect(await run(index(ciks.slice(1)))).toMatchObject({ complete: true, gone: 1 });
  });

  test('at the end without a line end means that the file was cut', async () => {
    const report = await bench.ingest({
      source: usSecDailyIndex,
      paths: [bench.write('master.idx', index(ciks).slice(0, -20))],
    });
    expect(report).toMatchObject({
      outcome: 'failed',
      error: 'master.idx is truncated in line 54.',
    });
  });
});

describe('the row count that a SAM file declares', () => {
  const row = (uei: string) =>
    Array.from({ length: 142 }, (_, at) => SAM_FIELDS[at + 1] ?? '')
      .with(0, uei)
      .join('|');
  const sam = (rows: number, declared: number, since = '00000000') => {
    const end = `PUBLIC V2 ${since} 20260906 ${String(declared).padStart(7, '0')} 0000000`;
    const ueis = Array.from({ length: rows }, (_, place) => `UEI${String(place).padStart(9, '0')}`);
    return `BOF ${end}\n${ueis.map(row).join('\n')}\nEOF ${end}\n`;
  };
  const run = (text: string) =>
    bench.ingest({
      source: { ...usSamEntities, expect: { min: 10 } },
      paths: [bench.write('sam.dat', text)],
    });

  test('is compared with the rows: if they differ, nothing is marked gone', async () => {
    expect(await run(sam(50, 50))).toMatchObject({ outcome: 'done', complete: true, records: 50 });
    const report = await run(sam(45, 50));
    expect(report).toMatchObject({ outcome: 'done', complete: false, gone: 0 });
    expect(report.warnings).toContainEqual({
      code: 'unread_rows',
      detail: 'sam.dat contains 45 rows, but declares 50; nothing was marked as gone',
      count: 1,
    });
    expect(await run(sam(45, 45))).toMatchObject({ complete: true, gone: 5 });
  });

  test('is summed up over files that were joined, each of which must end', async () => {
    expect(await run(sam(20, 20) + sam(30, 30))).toMatchObject({ complete: true });
    expect((await run(sam(20, 20) + sam(30, 30).replace(/EOF.*\n/, ''))).error).toContain('is truncated');
  });

  test('stands in a file that is refused if it holds changes only', async () => {
    expect((await run(sam(5, 5, '20260905'))).error).toBe(
      'sam.dat contains only the changes since 2026-09-05, deletions included; load the monthly extract.',
    );
  });
});

const SAM_FIELDS: Readonly<Record<number, string>> = {
  6: 'A',
  9: '20270101',
  12: 'ACME INC',
  28: '2L',
  142: '!end',
};

function index(ciks: readonly string[]): string {
  const rows = ciks.map(
    (cik) => `${cik}|ACME ${cik} INC|10-Q|20160809|edgar/data/${cik}/0000${cik}-16-000001.txt\n`,
  );
  return (
    'Description:           Daily Index of EDGAR Dissemination Feed\nLast Data Received:    Aug 31, 2016\n' +
    `CIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(80)}\n${rows.join('')}`
  );
}
