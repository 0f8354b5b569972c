import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSecFacts, totalBytes } from '../../../src/ingest/read/index.js';
import type { Readers } from '../../../src/ingest/run/run.js';
import { type Catalog, type Loads, RunInProgressError } from '../../../src/store/store.js';
import { newRun } from '../../store/catalog/fixtures.js';
import { openCatalog } from '../../support/store.js';
import { ABC, Bench, csv, type Lines } from './register.js';
import { register } from './register-source.js';

const bench = Bench.forEachTest();
const many = (count: number, prefix = 'K'): Lines =>
  Array.from({ length: count }, (_, index) => [`${prefix}${index}`, `Name ${index}`] as const);

describe('a load', () => {
  test('refuses a record with a name that is too long, leaves out a field that is, and says so', async () => {
    const report = await bench.load([
      ['A', 'N'.repeat(1_001)],
      ['B', 'N'.repeat(1_000)],
      ['C', 'X'.repeat(20_000)],
      ['D', 'Nul\0byte'],
    ]);
    expect(report).toMatchObject({ outcome: 'done', records: 2 });
    expect(report.warnings.map(({ code, detail }) => [code, detail.replace(/ \(.*$/, '')])).toEqual([
      ['rejected_row', 'The name is longer than 1,000 characters'],
      ['long_field', 'name is longer than 16,384 characters'],
      ['rejected_row', 'A row of main has no name.'],
      ['unread_rows', '2 rows could not be read; nothing was marked as gone'],
    ]);
    expect((await bench.catalog.entities.get('CO:D'))?.document).toContain('"Nul byte"');
  });

  test('makes every row a record that is found by its id, and tells what it did', async () => {
    const report = await bench.load(ABC);
    expect(report).toMatchObject({
      outcome: 'done',
      rows: 3,
      records: 3,
      added: 3,
      complete: true,
      warnings: [],
      error: null,
    });
    expect(report.bytes).toBeGreaterThan(0);
    expect(await bench.catalog.entities.get('CO:B')).toMatchObject({ sourceId: 'us_co_register' });
    expect(await bench.catalog.runs.list('us_co_register', 5)).toMatchObject([
      { id: report.runId, outcome: 'done', added: 3, inputs: ['register.csv'] },
    ]);
  });

  test('notes the files that it read, with their digests', async () => {
    const { runId } = await bench.load(ABC);
    const text = csv(ABC);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const file = { name: 'register.csv', bytes: Buffer.byteLength(text), sha256 };
    const handedIn = { url: null, publishedAt: null, fetchedAt: null };
    expect(await bench.catalog.origins.filesOfRun(runId ?? 0, 10)).toEqual({
      files: [{ ...file, ...handedIn }],
      total: 1,
    });
    expect(await bench.catalog.origins.filesOfRun(runId ?? 0, 0)).toEqual({ files: [], total: 1 });
    expect(await bench.catalog.origins.ofRecords(null, ['CO:B', 'CO:none'])).toMatchObject([
      { key: 'CO:B', hash: expect.any(String), run: runId, files: null, missedBy: null },
    ]);
    expect(await bench.catalog.runs.getSummary(runId ?? 0)).toMatchObject({ id: runId, outcome: 'done' });
  });

  test('of the same file a second time writes nothing and changes no id', async () => {
    await bench.load(ABC);
    const before = await Promise.all(ABC.map(([id]) => bench.catalog.entities.get(`CO:${id}`)));
    const version = await bench.catalog.content.version();
    expect(await bench.load(ABC)).toMatchObject({ added: 0, changed: 0, unchanged: 3, gone: 0 });
    expect(await Promise.all(ABC.map(([id]) => bench.catalog.entities.get(`CO:${id}`)))).toEqual(before);
    expect(await bench.catalog.content.version()).toBe(version);
  });

  test('leaves no stage and no spill behind', async () => {
    await bench.load(ABC);
    expect(readdirSync(join(bench.folder, 'stage'))).toEqual([]);
    expect(readdirSync(join(bench.folder, 'spill'))).toEqual([]);
  });

  test('with --dry-run reads and checks everything and writes nothing', async () => {
    expect(await bench.load(ABC, { dryRun: true })).toMatchObject({
      runId: null,
      outcome: 'done',
      records: 3,
    });
    expect(await bench.names()).toEqual({});
    expect(await bench.catalog.runs.listSourceStates()).toEqual([]);
    const path = bench.write('bad.csv', csv(ABC, 'id,title,formed'));
    expect(await bench.ingest({ paths: [path], dryRun: true })).toMatchObject({ outcome: 'failed' });
  });

  test('cannot overlap another of the same source', async () => {
    await bench.catalog.loads.start(newRun('us_co_register', 1));
    await expect(bench.load(ABC)).rejects.toThrow(RunInProgressError);
    expect(await bench.names()).toEqual({});
  });

  test('keeps the stored records readable by another process while it applies', async () => {
    await bench.load(many(12_000));
    const server = openCatalog({ folder: bench.folder, schema: 'current' });
    const reads: Promise<string | undefined>[] = [];
    const changed = many(12_000).map(([id, name]) => [id, `${name} changed`] as const);
    await bench.load(changed, {
      onProgress: ({ phase }) => {
        if (phase === 'applying')
          reads.push(server.entities.get('CO:K11999').then((entity) => entity?.document));
      },
    });
    const names = (await Promise.all(reads)).map(
      (text) => (JSON.parse(text ?? '{}') as { name?: string }).name,
    );
    expect(names).toEqual(['Name 11999', 'Name 11999', 'Name 11999 changed']);
    server.close();
  });
});

describe('a column', () => {
  test('that is missing fails the run and changes nothing', async () => {
    await bench.load(ABC);
    const path = bench.write('bad.csv', csv([['A', 'Other']], 'id,title,formed'));
    const report = await bench.ingest({ paths: [path] });
    expect(report).toMatchObject({ outcome: 'failed', error: expect.stringContaining('name') });
    expect(await bench.names()).toMatchObject({ 'CO:A': 'Alpha' });
    expect(await bench.catalog.runs.list('us_co_register', 1)).toMatchObject([
      { outcome: 'failed', error: report.error },
    ]);
  });

  test('that nobody reads is a warning kept with the run', async () => {
    const path = bench.write('more.csv', 'id,name,formed,fax\nA,Alpha,2001-01-01,555\nB,Beta,,\nC,C,,\n');
    const { warnings } = await bench.ingest({ paths: [path] });
    expect(warnings).toEqual([{ code: 'unread_column', detail: 'fax', count: 1 }]);
    const [run] = await bench.catalog.runs.list('us_co_register', 1);
    expect(run).toMatchObject({ warnings: 1, warningList: warnings });
  });

  test('that is filled too seldom fails a complete file', async () => {
    const source = register({ min: 3, filled: { formedDate: 0.9 } });
    await bench.load(ABC, { source });
    const path = bench.write('blank.csv', 'id,name,formed\nA,Alpha,\nB,Beta,\nC,Gamma,2001-01-01\n');
    expect(await bench.ingest({ source, paths: [path] })).toMatchObject({
      outcome: 'failed',
      error: 'formedDate is filled in 33.3 % of 3 records; at least 90 % is expected.',
    });
    expect(JSON.parse((await bench.catalog.entities.get('CO:A'))?.document ?? '')).toHaveProperty(
      'formedDate',
    );
  });
});

describe('a row without its key', () => {
  test('is counted with where it stood, and the others are loaded', async () => {
    const { rejected, warnings } = await bench.load([...ABC, ['', 'Nameless']]);
    expect(rejected).toBe(1);
    expect(warnings).toEqual([
      { code: 'rejected_row', detail: expect.stringMatching(/has no id\. \(row 4\)/), count: 1 },
      { code: 'unread_rows', detail: '1 row could not be read; nothing was marked as gone', count: 1 },
    ]);
    expect(Object.keys(await bench.names())).toHaveLength(3);
  });

  test('is one of at most ten; the eleventh fails the run', async () => {
    const blank = (count: number): Lines => Array.from({ length: count }, () => ['', 'Nameless'] as const);
    expect(await bench.load([...ABC, ...blank(10)])).toMatchObject({ outcome: 'done' });
    expect(await bench.load([['A', 'Other'], ...ABC.slice(1), ...blank(11)])).toMatchObject({
      outcome: 'failed',
      error: '11 of 14 rows could not be read as records.',
    });
    expect(await bench.names()).toMatchObject({ 'CO:A': 'Alpha' });
  });

  test('a key that is too long for an id is loaded under a UUID', async () => {
    const report = await bench.load([...ABC, ['x'.repeat(300), 'Long']]);
    expect(report).toMatchObject({ rejected: 0, records: 4 });
  });
});

describe('what the file does not name', () => {
  test('is gone after a complete file, and back when named again', async () => {
    const eleven = many(11);
    await bench.load(eleven);
    expect(await bench.load(eleven.slice(1))).toMatchObject({ complete: true, gone: 1 });
    expect((await bench.catalog.entities.get('CO:K0'))?.goneSince).toBe(bench.now);
    expect(await bench.load(eleven)).toMatchObject({ changed: 1, gone: 0 });
    expect((await bench.catalog.entities.get('CO:K0'))?.goneSince).toBeNull();
  });

  test('stays after a file with fewer records than a complete one has', async () => {
    await bench.load(ABC);
    expect(await bench.load(ABC.slice(0, 2))).toMatchObject({ outcome: 'done', complete: false, gone: 0 });
    expect(Object.keys(await bench.names())).toHaveLength(3);
  });

  test('stays after a file that lost more than a fifth, and the run says so', async () => {
    await bench.load(many(100));
    const report = await bench.load(many(79));
    expect(report).toMatchObject({ outcome: 'done', complete: false, gone: 0 });
    expect(report.warnings).toEqual([
      { code: 'not_complete', detail: '79 records; the last complete file had 100', count: 1 },
    ]);
  });

  test('stays after a file whose publisher changed the keys', async () => {
    await bench.load(many(100));
    expect(await bench.load(many(100, 'NEW'))).toMatchObject({ complete: false, gone: 0, added: 100 });
  });

  test('is held against the last complete file, not against a small one between', async () => {
    await bench.load(many(100));
    await bench.load(many(5));
    expect(await bench.load(many(79))).toMatchObject({ complete: false });
    expect(await bench.load(many(80))).toMatchObject({ complete: true, gone: 20 });
  });
});

describe('a file cut in the middle', () => {
  const content = csv(many(2_000));

  test.each([
    ['plain', Buffer.from(content.slice(0, content.indexOf('Name 1040')))],
    ['gzip', gzipSync(content).subarray(0, 3_000)],
  ])('(%s) changes nothing and fails with one sentence', async (_, half) => {
    await bench.load(ABC);
    const report = await bench.ingest({ paths: [bench.write('cut.csv', half)] });
    expect(report.outcome).toBe('failed');
    expect(report.error).toMatch(/^cut\.csv .*\.$/);
    expect(await bench.names()).toEqual({ 'CO:A': 'Alpha', 'CO:B': 'Beta', 'CO:C': 'Gamma' });
    expect(await bench.load(ABC)).toMatchObject({ outcome: 'done', unchanged: 3 });
    expect(existsSync(join(bench.folder, 'stage', `${report.runId}.db`))).toBe(false);
  });

  test('(the second of two files) changes nothing either', async () => {
    const whole = bench.write('one.csv', csv(ABC));
    const cut = bench.write('two.csv.gz', gzipSync(content).subarray(0, 3_000));
    expect(await bench.ingest({ paths: [whole, cut] })).toMatchObject({ outcome: 'failed' });
    expect(await bench.names()).toEqual({});
  });
});

describe('a run that fails, and whose end fails too,', () => {
  const broken: Readers = {
    readGroups: () => {
      throw new Error('The file is no table.');
    },
    readSecFacts,
    totalBytes,
  };
  /** The catalog, in which a step of the end cannot be done. */
  const without = (change: (real: Loads) => Partial<Loads>): Catalog => {
    const { loads } = bench.catalog;
    const changed = new Proxy<Loads>(loads, {
      get: (real, name) => change(real)[name as keyof Loads] ?? real[name as keyof Loads].bind(real),
    });
    return { ...bench.catalog, loads: changed };
  };
  const fails = () => Promise.reject(new Error('The disk is full.'));

  test('is recorded with why it failed, though its stage cannot be removed at once', async () => {
    const catalog = without((real) => ({
      openEntityStage: async (...request) =>
        Object.assign(await real.openEntityStage(...request), { discard: fails }),
    }));
    const report = await bench.load(ABC, { catalog, readers: broken });
    expect(report).toMatchObject({ outcome: 'failed', error: 'The file is no table.' });
    expect(readdirSync(join(bench.folder, 'stage'))).toEqual([]);
  });

  test('tells why it failed, though that cannot be recorded, and is abandoned for the next load', async () => {
    const catalog = without(() => ({ finish: fails }));
    await expect(bench.load(ABC, { catalog, readers: broken })).rejects.toThrow('The file is no table.');
    bench.reopen();
    expect(await bench.catalog.runs.list('us_co_register', 1)).toMatchObject([{ outcome: 'abandoned' }]);
    expect(await bench.load(ABC)).toMatchObject({ outcome: 'done', added: 3 });
  });
});

describe('progress', () => {
  test('is recorded with the run about once a second and handed on', async () => {
    const shown: number[] = [];
    const source = register();
    let ticks = 0;
    const path = bench.write('register.csv', csv(many(2_000)));
    const recorded: number[] = [];
    await bench.ingest({
      source,
      paths: [path],
      clock: () => 1_000_000 + 400 * ticks++,
      onProgress: (progress) => {
        shown.push(progress.rows);
        expect(progress.totalBytes).toBeGreaterThan(0);
        void bench.catalog.runs.list(source.id, 1).then(([run]) => recorded.push(run?.rows ?? -1));
      },
    });
    expect(shown.at(-1)).toBe(2_000);
    expect(recorded.at(-1)).toBe(2_000);
  });
});
