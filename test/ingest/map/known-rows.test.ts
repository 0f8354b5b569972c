import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IngestOptions, type IngestReport, runIngest } from '../../../src/ingest/run/run.js';
import { defineSource, type EntitySource } from '../../../src/sources/declare/index.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { budget } from '../../support/effort.js';
import { openCatalog } from '../../support/store.js';
import { Bench } from '../runs/register.js';
import { INVENTED } from '../runs/register-source.js';

/** `version` stands for a release that maps otherwise; a status `?` is a word the source does not know. */
function source(version: string, mapped: string[] = []): EntitySource {
  return defineSource({
    ...INVENTED,
    id: 'us_co_register',
    expect: { min: 3, filled: { formedDate: 0.3 } },
    columns: ['id', 'name', 'status', 'formed'],
    keys: {},
    record: (row) => {
      const status = row.take('status');
      if (status === '?') row.unknown('status', status);
      const key = row.need('id');
      mapped.push(key);
      if (status === 'left out') return undefined;
      const name = `${row.need('name')} ${version}`.trim();
      return {
        key,
        name,
        status,
        activity: undefined,
        formedDate: status === 'no date' ? undefined : row.take('formed'),
      };
    },
  });
}

interface Load {
  readonly rows: readonly (readonly [key: string, name: string, status: string])[];
  readonly columns: readonly string[];
  readonly version: string;
  readonly increment: boolean;
  /** In so many files the rows are. */
  readonly files: number;
}

const keys = ['', ...'ABCDEFGHIJKL'];
const row = fc.tuple(
  fc.constantFrom(...keys),
  fc.constantFrom('x', 'y', 'two\nlines', 'quote " and, comma', 'é'),
  fc.constantFrom('', '', 'good', '?', 'left out', 'no date'),
);
const base = fc.array(row, { minLength: 6, maxLength: 14 });
const columns = fc.constantFrom(
  ['id', 'name', 'status', 'formed'],
  ['formed', 'status', 'id', 'name', 'more'],
);

/** A file that is mostly the one before: some rows changed, gone, added, repeated, moved. */
const loads: fc.Arbitrary<Load[]> = base.chain((first) =>
  fc.array(
    fc.record({
      rows: fc
        .tuple(
          fc.shuffledSubarray(first, { minLength: Math.floor(first.length * 0.8) }),
          fc.array(row, { maxLength: 3 }),
          fc.boolean(),
        )
        .map(([kept, more, sorted]) =>
          sorted ? [...first, ...more] : [...kept, ...more, ...kept.slice(0, 1)],
        ),
      columns: fc.oneof(
        { weight: 4, arbitrary: fc.constant(['id', 'name', 'status', 'formed']) },
        { weight: 1, arbitrary: columns },
      ),
      version: fc.constantFrom('', '', '', 'II'),
      increment: fc.oneof(
        { weight: 4, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
      files: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 2, maxLength: 6 },
  ),
);

function toCsv({ rows, columns: header }: Load): string {
  const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const cells = ([id, name, status]: Load['rows'][number]): Record<string, string> => ({
    id,
    name,
    status,
    formed: '2001-02-03',
    more: 'm',
  });
  const lines = rows.map((one) => header.map((column) => quoted(cells(one)[column] ?? '')).join(','));
  return `${[header.join(','), ...lines].join('\n')}\n`;
}

function inFiles({ files, ...load }: Load): string[] {
  const max = Math.max(1, Math.ceil(load.rows.length / files));
  return Array.from({ length: files }, (_, at) =>
    toCsv({ ...load, files: 1, rows: load.rows.slice(at * max, (at + 1) * max) }),
  );
}

/** Every row of the catalog that a load writes, and what each run reported. */
async function after(all: readonly Load[], mapping: (load: Load) => Partial<IngestOptions>) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-known-'));
  const catalog = openCatalog({ folder, schema: 'migrate' });
  try {
    const reports: IngestReport[] = [];
    for (const [index, load] of all.entries()) {
      const paths = inFiles(load).map((text, at) => {
        const path = join(folder, `register-${at}.csv`);
        writeFileSync(path, text);
        return path;
      });
      const { version, increment } = load;
      const clock = () => (index + 1) * 1_000;
      const { cause: _, ...report } = await runIngest({
        source: source(version),
        paths,
        catalog,
        folder,
        clock,
        increment,
        ...mapping(load),
      });
      reports.push(report);
    }
    const database = new Database(join(folder, 'catalog.db'), { readonly: true });
    const tables = ['sources', 'entities', 'events'].map((table) =>
      database.prepare(`SELECT * FROM ${table} ORDER BY 1`).all(),
    );
    database.close();
    return { reports, tables };
  } finally {
    catalog.close();
    rmSync(folder, { recursive: true });
  }
}

test('rows known from the last run give the same catalog and the same reports as rows mapped again', async () => {
  await fc.assert(
    fc.asyncProperty(loads, async (all) => {
      const known = await after(all, ({ version }) => ({ mapping: `code ${version}` }));
      const again = await after(all, () => ({}));
      expect(known.tables).toEqual(again.tables);
      expect(known.reports.map(withoutUnread)).toEqual(again.reports.map(withoutUnread));
      for (const [run, report] of known.reports.entries()) {
        const [reported, all] = [unread(report), unread(again.reports[run])];
        expect(all).toEqual(expect.arrayContaining(reported));
        const earlier = again.reports.slice(0, run).map(unread);
        const withheld = all.filter((column) => !reported.includes(column));
        expect(withheld.filter((column) => earlier.every((one) => one.includes(column)))).toEqual([]);
      }
    }),
    { numRuns: budget(12, 4) },
  );
});

/** A column that only a row of an earlier run read counts as read where that one's other rows are known. */
function unread(report?: IngestReport): string[] {
  const reported = report?.warnings.filter(({ code }) => code === 'unread_column') ?? [];
  return reported.map(({ detail }) => detail);
}

function withoutUnread(report: IngestReport): IngestReport {
  return { ...report, warnings: report.warnings.filter(({ code }) => code !== 'unread_column') };
}

describe('a row is mapped again', () => {
  const bench = Bench.forEachTest();
  const FILE: Load = {
    rows: ['A', 'B', 'C', 'D', 'E', 'F'].map((key) => [key, 'x', 'good']),
    columns: ['id', 'name', 'status', 'formed'],
    version: '',
    increment: false,
    files: 1,
  };

  /** The keys of the rows that were mapped. */
  async function load(file: Load, options: Partial<IngestOptions> = {}): Promise<string[]> {
    const mapped: string[] = [];
    await bench.ingest({
      paths: [bench.write('register.csv', toCsv(file))],
      source: source(file.version, mapped),
      mapping: 'code',
      ...options,
    });
    return mapped;
  }

  const changed: Load = { ...FILE, rows: FILE.rows.map(([key]) => [key, key === 'C' ? 'y' : 'x', 'good']) };

  test('not where it is as it was, in any order', async () => {
    expect(await load(FILE)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    expect(await load(FILE)).toEqual([]);
    expect(await load({ ...FILE, rows: FILE.rows.toReversed() })).toEqual([]);
  });

  test('where its text changed, and when it changes back', async () => {
    await load(FILE);
    expect(await load(changed)).toEqual(['C']);
    expect(await load(changed)).toEqual([]);
    expect(await load(FILE)).toEqual(['C']);
  });

  test('where the mapping code or the header is another', async () => {
    await load(FILE);
    expect(await load({ ...FILE, version: 'II' }, { mapping: 'newer code' })).toHaveLength(6);
    expect(await load(FILE, { mapping: 'newer code' })).toEqual([]);
    expect(
      await load({ ...FILE, columns: ['formed', 'id', 'status', 'name'] }, { mapping: 'newer code' }),
    ).toHaveLength(6);
  });

  test('where another run changed the record since, and where the last one said nothing of it', async () => {
    await load(FILE);
    await load(changed, { mapping: 'other code' });
    expect(await load(FILE)).toHaveLength(6);
    await load(changed, { increment: true });
    expect(await load(FILE)).toEqual(['C']);
  });

  test('where its record was gone', async () => {
    await load(FILE);
    await load({ ...FILE, rows: FILE.rows.slice(1) });
    expect(await load(FILE)).toEqual(['A']);
  });

  test('where it is told of in a warning each time', async () => {
    const warned: Load = { ...FILE, rows: [...FILE.rows, ['G', 'x', '?']] };
    await load(warned);
    expect(await load(warned)).toEqual(['G']);
    const [run] = await bench.catalog.runs.list('us_co_register', 1);
    expect(run?.warningList).toContainEqual({ code: 'unknown_value', detail: 'status: ?', count: 1 });
  });

  test('not where it is in one of several files of one header, of which an unread column is told each time', async () => {
    const [one, ...others] = FILE.rows.map(([id]) => `${id},x,good,2001-02-03`);
    const header = 'id,name,status,formed,more';
    const paths = [
      bench.write('a.csv', `${header}\n${one},m\n`),
      bench.write('b.csv', `${header}\n${others.map((line) => `${line},`).join('\n')}\n`),
    ];
    const unread = [{ code: 'unread_column', detail: 'more', count: 1 }];
    for (const mapped of [6, 0, 0]) {
      const keys: string[] = [];
      const report = await bench.ingest({ paths, source: source('', keys), mapping: 'code' });
      const reported = report.warnings.filter(({ code }) => code === 'unread_column');
      expect([keys.length, reported]).toEqual([mapped, unread]);
    }
  });

  test('not where the only row is gone that read a column, which is not told of then', async () => {
    const rows = FILE.rows.map(([key], at) => [key, 'x', at === 0 ? 'good' : 'no date'] as const);
    const reads: [string[], string[]][] = [];
    for (const [from, mapping] of [
      [0, 'code'],
      [1, 'code'],
      [1, 'newer code'],
    ] as const) {
      const mapped = await load({ ...FILE, rows: rows.slice(from) }, { mapping, increment: true });
      const [run] = await bench.catalog.runs.list('us_co_register', 1);
      const reported = run?.warningList.filter(({ code }) => code === 'unread_column') ?? [];
      reads.push([mapped, reported.map(({ detail }) => detail)]);
    }
    expect(reads).toEqual([
      [['A', 'B', 'C', 'D', 'E', 'F'], []],
      [[], []],
      [['B', 'C', 'D', 'E', 'F'], ['formed']],
    ]);
  });

  test('where what was kept of it is damaged or lost', async () => {
    await load(FILE);
    const kept = join(bench.folder, 'rows', 'us_co_register.bin');
    expect(readdirSync(join(bench.folder, 'rows'))).toEqual(['us_co_register.bin']);
    writeFileSync(kept, 'damaged');
    expect(await load(FILE)).toHaveLength(6);
    rmSync(kept);
    expect(await load(FILE)).toHaveLength(6);
    expect(await load(FILE)).toEqual([]);
  });
});
