import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MappingThreads } from '../../../src/ingest/map/mapping-pool.js';
import { type IngestOptions, type IngestReport, runIngest } from '../../../src/ingest/run/run.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { budget } from '../../support/effort.js';
import { openCatalog } from '../../support/store.js';
import { Bench } from '../runs/register.js';
import { houses, register } from './invented-sources.js';

/** A folder of this process: the versions of Node run beside each other. */
const BUILT = resolve(`node_modules/.cache/dossier-mapping-${process.pid}`);

/** Threads run what is compiled from the sources as they are now. */
beforeAll(() => {
  const options = ['--noEmit', 'false', '--outDir', BUILT, '--rootDir', '.', '--module', 'nodenext'];
  const target = ['--target', 'es2023', '--noCheck', '--ignoreConfig'];
  const files = ['src/ingest/map/mapping-task.ts', 'test/ingest/map/invented-sources.ts'];
  const made = spawnSync('node_modules/.bin/tsc', [...options, ...target, ...files], { encoding: 'utf8' });
  expect(made.stdout + made.stderr).not.toMatch(/error TS5/);
});
afterAll(() => rmSync(BUILT, { recursive: true, force: true }));

interface ThreadOptions {
  readonly count?: number;
  readonly after?: number;
  readonly grouped?: boolean;
  /** The thread ends at this task. */
  readonly dieAt?: number;
}

function threads({ count = 2, after = 0, ...data }: ThreadOptions = {}) {
  const started: Worker[] = [];
  const start = () => {
    const worker = new Worker(resolve('test/ingest/map/mapping-child.mjs'), {
      workerData: { built: BUILT, ...data },
      execArgv: [],
    });
    started.push(worker);
    return worker;
  };
  return { threads: { count, after, start } satisfies MappingThreads, started };
}

type Row = readonly [id: string, name: string, status: string, more?: string];

interface Load {
  /** Several files, each of which is a batch. */
  readonly files: readonly (readonly Row[])[];
  readonly ending: string;
  readonly increment: boolean;
  readonly dryRun: boolean;
  /** Progress after which whoever watches throws. */
  readonly stopAt: number;
}

const row: fc.Arbitrary<Row> = fc.tuple(
  fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWX', ...'ABCDEFGHIJKLMNOPQRSTUVWX', ''),
  fc.constantFrom('x', 'y', 'two\nlines', 'é ł 😀', ''),
  fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom('', 'good', '?', 'left out', 'no date', 'closed', 'linked') },
    { weight: 1, arbitrary: fc.constant('!') },
  ),
);
const crooked: fc.Arbitrary<Row> = fc.constant(['Z', 'of five fields', 'good', ',']);
const file = fc.array(fc.oneof({ weight: 30, arbitrary: row }, { weight: 1, arbitrary: crooked }), {
  minLength: 4,
  maxLength: 24,
});
const rarely = <T>(usual: T, rare: T) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(rare) });

const loads: fc.Arbitrary<Load[]> = fc.array(file, { minLength: 2, maxLength: 9 }).chain((files) =>
  fc.array(
    fc.record({
      files: fc.oneof(fc.constant(files), fc.shuffledSubarray(files, { minLength: 2 }), fc.array(file)),
      ending: rarely('', 'Y,"cut in quotes'),
      increment: rarely(false, true),
      dryRun: rarely(false, true),
      stopAt: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), rarely(Number.POSITIVE_INFINITY, 6)),
    }),
    { minLength: 1, maxLength: 4 },
  ),
);

function csv(rows: readonly Row[], ending: string): string {
  const lines = rows.map(
    ([id, name, status, more = '']) => `${id},"${name}",${status},2001-02-03,note${more}`,
  );
  return `${['id,name,status,formed,note', ...lines].join('\n')}\n${ending}`;
}

/** What each run reported and told on the way, and every row that it wrote. */
async function after(all: readonly Load[], options: Partial<IngestOptions>) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-mapping-'));
  const catalog = openCatalog({ folder, schema: 'migrate' });
  let ticks = 0;
  try {
    const reported: unknown[] = [];
    for (const { files, ending, increment, dryRun, stopAt } of all) {
      const paths = files.map((rows, index) => {
        const path = join(folder, `${index}.csv`);
        writeFileSync(path, csv(rows, index === files.length - 1 ? ending : ''));
        return path;
      });
      let shown = 0;
      const { cause, ...report } = await runIngest({
        source: register(),
        paths,
        catalog,
        folder,
        clock: () => 1_000_000 + 1_000 * ticks++,
        increment,
        dryRun,
        mapping: 'code',
        onProgress: (progress) => {
          reported.push(progress);
          shown += 1;
          if (shown === stopAt && progress.phase === 'reading') throw new RangeError('Nobody watches.');
        },
        ...options,
      });
      reported.push(report, String(cause));
    }
    const database = new Database(join(folder, 'catalog.db'), { readonly: true });
    const tables = ['runs', 'sources', 'entities', 'entity_keys', 'events'].map((table) =>
      database.prepare(`SELECT * FROM ${table}`).all(),
    );
    database.close();
    return { reported, tables, stages: readdirSync(join(folder, 'spill')) };
  } finally {
    catalog.close();
    rmSync(folder, { recursive: true });
  }
}

test('whatever the files and wherever a run ends, threads give the tables, reports and progress of one', async () => {
  await fc.assert(
    fc.asyncProperty(
      loads,
      fc.constantFrom(1, 2),
      fc.constantFrom(0, 0, 30),
      async (all, count, afterRows) => {
        const one = await after(all, {});
        expect(await after(all, threads({ count, after: afterRows }))).toEqual(one);
      },
    ),
    { numRuns: budget(15, 4) },
  );
});

const bench = Bench.forEachTest();
const many = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => [`K${at}`, `Name ${at}`, 'good']);

async function load(rows: readonly Row[], options: ReturnType<typeof threads>): Promise<IngestReport> {
  const path = bench.write('register.csv', csv(rows, ''));
  return bench.ingest({ source: register(), paths: [path], threads: options.threads });
}

test('a column that other threads read of some rows only is not told of as unread', async () => {
  const closed: Row[] = [...many(1_200), ['X', 'x', 'closed']];
  const unread = ({ warnings }: IngestReport) => warnings.filter(({ code }) => code === 'unread_column');
  expect(unread(await load(closed, threads()))).toEqual([]);
  expect(unread(await load(many(1_200), threads()))).toEqual([
    { code: 'unread_column', detail: 'note', count: 1 },
  ]);
});

test('threads start with the first row behind those that the run maps itself, and none is left', async () => {
  const few = threads({ after: 2_000 });
  expect(await load(many(1_900), few)).toMatchObject({ outcome: 'done', added: 1_900 });
  expect(few.started).toHaveLength(0);
  const more = threads({ after: 2_000 });
  expect(await load(many(4_900), more)).toMatchObject({ outcome: 'done', added: 3_000, unchanged: 1_900 });
  expect(more.started.map(({ threadId }) => threadId)).toEqual([-1, -1]);
});

test('a thread that ends before its work fails the run, which changes nothing', async () => {
  const dying = threads({ dieAt: 3 });
  const report = await load(many(9_000), dying);
  expect(report).toMatchObject({
    outcome: 'failed',
    error: 'A mapping thread ended before it had finished.',
  });
  expect(await bench.names()).toEqual({});
  expect(dying.started.every(({ threadId }) => threadId === -1)).toBe(true);
});

test('records of several tables are put together before they are sent', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => at);
  const paths = [
    bench.write('guests.csv', `house,guest\n${rows.map((at) => `${at % 1_000},Guest ${at}\n`).join('')}`),
    bench.write('houses.csv', `house,street\n${rows.map((at) => `${at},Street ${at}\n`).join('')}`),
  ];
  const report = await bench.ingest({ source: houses(), paths, ...threads({ grouped: true }) });
  expect(report).toMatchObject({ outcome: 'done', added: 3_000, warnings: [] });
  const entity = await bench.catalog.entities.get('CO:7');
  expect(JSON.parse(entity?.document ?? '')).toMatchObject({
    name: 'Street 7',
    officers: [{ name: 'Guest 7' }, { name: 'Guest 1007' }, { name: 'Guest 2007' }],
  });
  expect(await bench.ingest({ source: houses(), paths })).toMatchObject({ unchanged: 3_000, added: 0 });
});
