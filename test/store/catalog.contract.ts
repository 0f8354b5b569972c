import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EntityRow } from '../../src/domain/entity.js';
import type { FilingFact, SecFact, SecSourceId } from '../../src/domain/sec.js';
import { type Catalog, RunInProgressError, type StageScope } from '../../src/store/store.js';
import { DEAD_PID, endOf, entityRow, filing, gather, newRun } from './catalog-fixtures.js';

export type OpenCatalog = Catalog & { close(): void };

const SOURCE = 'us_xx_register';

/** What every catalog guarantees. `openCatalog` opens the one that lives in a folder, and makes it the first time. */
export function catalogContract(name: string, openCatalog: (folder: string) => OpenCatalog): void {
  describe(`catalog on ${name}`, () => {
    let folder: string;
    let catalog: OpenCatalog;
    let clock = 1_000;

    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'dossier-catalog-'));
      catalog = openCatalog(folder);
    });
    afterEach(() => {
      catalog.close();
      rmSync(folder, { recursive: true });
    });

    async function load(rows: readonly EntityRow[], goneScope: StageScope | null = null) {
      clock += 1_000;
      const startedAt = clock;
      const runId = await catalog.startRun(newRun(SOURCE, startedAt));
      const stage = await catalog.openEntityStage(runId, SOURCE);
      await stage.put(rows);
      const counts = stage.counts();
      const { gone } = await (await stage.seal(goneScope)).apply(() => {});
      await catalog.finishRun(runId, endOf(counts, gone, goneScope !== null, startedAt));
      return { runId, startedAt, ...counts, gone };
    }

    async function loadSec(
      source: SecSourceId,
      facts: readonly SecFact[],
      goneScope: StageScope | null = null,
    ) {
      clock += 1_000;
      const startedAt = clock;
      const runId = await catalog.startRun(newRun(source, startedAt));
      const stage = await catalog.openSecStage(runId, source);
      await stage.put(facts);
      const counts = stage.counts();
      const { gone } = await (await stage.seal(goneScope)).apply(() => {});
      await catalog.finishRun(runId, endOf(counts, gone, goneScope !== null, startedAt));
      return { ...counts, gone };
    }

    const ids = async () => {
      const found = await catalog.getEntitiesByNumber(
        (await gather(catalog.scanEntities())).map((row) => row.number),
      );
      return found.map((entity) => entity.id);
    };

    describe('entities', () => {
      test('a loaded record is found by its id, and by its number with what it is searched by', async () => {
        const { startedAt } = await load([entityRow('A', 'Alpha LLC')]);
        const { facets, document, absent, hash } = entityRow('A', 'Alpha LLC');
        const stored = await catalog.getEntity('XX:A');
        expect(stored).toEqual({
          number: expect.any(Number),
          id: 'XX:A',
          sourceId: SOURCE,
          document,
          absent,
          hash,
          changedAt: startedAt,
          goneSince: null,
        });
        expect(await catalog.getEntitiesByNumber([stored?.number ?? 0])).toEqual([{ ...stored, facets }]);
        expect(await catalog.getEntity('XX:B')).toBeUndefined();
      });

      test('records come by number in the order asked for, unknown numbers left out', async () => {
        await load([entityRow('A'), entityRow('B'), entityRow('C')]);
        const [a, b, c] = (await gather(catalog.scanEntities())).map((row) => row.number);
        const found = await catalog.getEntitiesByNumber([c ?? 0, 999_999, a ?? 0, b ?? 0]);
        expect(found.map((entity) => entity.id)).toEqual(['XX:C', 'XX:A', 'XX:B']);
      });

      test('the same records again are counted unchanged and change nothing', async () => {
        const rows = [entityRow('A'), entityRow('B')];
        await load(rows);
        const before = await catalog.getEntity('XX:A');
        const version = await catalog.contentVersion();
        expect(await load(rows, 'source')).toMatchObject({ added: 0, changed: 0, unchanged: 2, gone: 0 });
        expect(await catalog.getEntity('XX:A')).toEqual(before);
        expect(await catalog.contentVersion()).toBe(version);
      });

      test('the same records in another order, with new ones between, are recognised', async () => {
        const rows = Array.from({ length: 200 }, (_, index) => entityRow(`K${index}`));
        await load(rows);
        const mixed = [entityRow('N1'), ...rows.slice(100), entityRow('N2'), ...rows.slice(0, 100).reverse()];
        expect(await load(mixed, 'source')).toMatchObject({ added: 2, changed: 0, unchanged: 200, gone: 0 });
      });

      test('a changed record keeps its number and says when it changed', async () => {
        await load([entityRow('A', 'Alpha'), entityRow('B')]);
        const before = await catalog.getEntity('XX:A');
        const { startedAt, changed } = await load([entityRow('A', 'Alpha Two'), entityRow('B')]);
        const after = await catalog.getEntity('XX:A');
        expect(changed).toBe(1);
        expect(after).toMatchObject({ number: before?.number, changedAt: startedAt });
        expect(JSON.parse(after?.document ?? '{}')).toMatchObject({ name: 'Alpha Two' });
      });

      test('a changed record raises the content version', async () => {
        await load([entityRow('A')]);
        const version = await catalog.contentVersion();
        await load([entityRow('A', 'Other')]);
        expect(await catalog.contentVersion()).toBeGreaterThan(version);
      });

      test.each([
        ['new', [], ['First', 'Second'], { added: 1, changed: 0, unchanged: 0 }, 'Second'],
        ['changed', ['Old'], ['First', 'Second'], { added: 0, changed: 1, unchanged: 0 }, 'Second'],
        ['changed and back', ['Old'], ['First', 'Old'], { added: 0, changed: 0, unchanged: 1 }, 'Old'],
        [
          'unchanged, then changed',
          ['Old'],
          ['Old', 'Second'],
          { added: 0, changed: 1, unchanged: 0 },
          'Second',
        ],
      ])(
        'of a record that is there twice (%s) the last wins and one is counted',
        async (_, before, twice, counts, name) => {
          if (before.length > 0) await load(before.map((old) => entityRow('A', old)));
          const loaded = await load(twice.map((version) => entityRow('A', version)));
          expect(loaded).toMatchObject({ records: 1, repeated: 1, ...counts });
          expect(JSON.parse((await catalog.getEntity('XX:A'))?.document ?? '{}')).toMatchObject({ name });
        },
      );

      test('what a complete load does not name is gone: readable, with its date, and not scanned', async () => {
        await load([entityRow('A'), entityRow('B')]);
        const { startedAt, gone } = await load([entityRow('A')], 'source');
        expect(gone).toBe(1);
        expect(await catalog.getEntity('XX:B')).toMatchObject({ goneSince: startedAt });
        expect(await ids()).toEqual(['XX:A']);
      });

      test('a load that is not complete marks nothing gone', async () => {
        await load([entityRow('A'), entityRow('B')]);
        expect(await load([entityRow('A')], null)).toMatchObject({ gone: 0 });
        expect(await ids()).toEqual(['XX:A', 'XX:B']);
      });

      test('a gone record that is named again comes back with its number', async () => {
        await load([entityRow('A'), entityRow('B')]);
        const before = await catalog.getEntity('XX:B');
        await load([entityRow('A')], 'source');
        expect(await load([entityRow('A'), entityRow('B')], 'source')).toMatchObject({ changed: 1, gone: 0 });
        expect(await catalog.getEntity('XX:B')).toEqual(before);
        expect(await ids()).toEqual(['XX:A', 'XX:B']);
      });

      test('missing records are counted before anything is marked', async () => {
        await load([entityRow('A'), entityRow('B'), entityRow('C')]);
        const runId = await catalog.startRun(newRun(SOURCE, 9_000));
        const stage = await catalog.openEntityStage(runId, SOURCE);
        await stage.put([entityRow('A'), entityRow('D')]);
        expect(await stage.countMissing('source')).toBe(2);
        await stage.discard();
        expect(await ids()).toEqual(['XX:A', 'XX:B', 'XX:C']);
      });

      test('the records of one source are not missed by another', async () => {
        await load([entityRow('A')]);
        const runId = await catalog.startRun(newRun('us_yy_register', 9_000));
        const stage = await catalog.openEntityStage(runId, 'us_yy_register');
        expect(await stage.countMissing('source')).toBe(0);
        await stage.discard();
      });
    });

    describe('runs', () => {
      test('a run that was discarded leaves nothing behind but its row', async () => {
        const runId = await catalog.startRun(newRun(SOURCE, 5_000));
        const stage = await catalog.openEntityStage(runId, SOURCE);
        await stage.put([entityRow('A')]);
        await stage.discard();
        await catalog.finishRun(runId, {
          ...endOf({ records: 1, added: 1, changed: 0, unchanged: 0, repeated: 0 }, 0, false, 6_000),
          outcome: 'failed',
          error: 'The file was cut.',
        });
        expect(await catalog.getEntity('XX:A')).toBeUndefined();
        expect(await catalog.listRuns(SOURCE, 10)).toMatchObject([
          { id: runId, outcome: 'failed', error: 'The file was cut.' },
        ]);
      });

      test('two runs of one source cannot overlap; of two sources they can', async () => {
        await catalog.startRun(newRun(SOURCE, 1));
        await expect(catalog.startRun(newRun(SOURCE, 2))).rejects.toThrow(RunInProgressError);
        await expect(catalog.startRun(newRun('us_yy_register', 2))).resolves.toBeGreaterThan(0);
      });

      test('a run of a dead process is abandoned by the next one', async () => {
        const dead = await catalog.startRun({ ...newRun(SOURCE, 1), pid: DEAD_PID });
        const next = await catalog.startRun(newRun(SOURCE, 2));
        expect(await catalog.listRuns(SOURCE, 10)).toMatchObject([
          { id: next, outcome: 'running' },
          { id: dead, outcome: 'abandoned' },
        ]);
      });

      test('progress and warnings are served while the run goes on', async () => {
        const runId = await catalog.startRun(newRun(SOURCE, 1));
        const warningList = [{ code: 'unread_column', detail: 'fax', count: 3 }];
        await catalog.recordProgress(runId, {
          rows: 7,
          bytes: 70,
          totalBytes: 700,
          warnings: 3,
          warningList,
        });
        expect(await catalog.listRuns(SOURCE, 1)).toMatchObject([
          { outcome: 'running', rows: 7, bytes: 70, totalBytes: 700, warnings: 3, warningList },
        ]);
      });

      test('a source tells its live records, its last run and its last good one', async () => {
        const good = await load([entityRow('A'), entityRow('B')]);
        const running = await catalog.startRun(newRun(SOURCE, 90_000));
        expect(await catalog.listSourceStates()).toMatchObject([
          {
            sourceId: SOURCE,
            records: 2,
            lastRun: { id: running },
            lastGoodRun: { id: good.runId, added: 2 },
          },
        ]);
      });

      test('live records are counted through gone and back', async () => {
        await load([entityRow('A'), entityRow('B'), entityRow('C')]);
        await load([entityRow('A')], 'source');
        await load([entityRow('A'), entityRow('B')], 'source');
        expect(await catalog.listSourceStates()).toMatchObject([{ records: 2 }]);
      });

      test('a run that was killed after sealing rolls forward to what it would have been', async () => {
        await load([entityRow('A', 'Alpha'), entityRow('B')]);
        const runId = await catalog.startRun({ ...newRun(SOURCE, 50_000), pid: DEAD_PID });
        const stage = await catalog.openEntityStage(runId, SOURCE);
        await stage.put([entityRow('A', 'Alpha Two'), entityRow('C')]);
        await stage.seal('source');
        catalog.close();

        catalog = openCatalog(folder);
        const interrupted = await catalog.interruptedRuns();
        expect(interrupted).toMatchObject([{ id: runId, added: 1, changed: 1, complete: true }]);
        await expect(catalog.startRun(newRun(SOURCE, 51_000))).rejects.toThrow(RunInProgressError);
        const sealed = await catalog.resumeStage(runId);
        expect(await sealed.apply(() => {})).toEqual({ gone: 1 });
        expect(await ids()).toEqual(['XX:A', 'XX:C']);
        expect(await catalog.getEntity('XX:A')).toMatchObject({ changedAt: 50_000 });
      });

      test('a run that was killed before sealing is abandoned and changes nothing', async () => {
        const runId = await catalog.startRun({ ...newRun(SOURCE, 1), pid: DEAD_PID });
        await (await catalog.openEntityStage(runId, SOURCE)).put([entityRow('A')]);
        expect(await catalog.interruptedRuns()).toEqual([]);
        expect(await catalog.listRuns(SOURCE, 1)).toMatchObject([{ outcome: 'abandoned' }]);
        expect(await catalog.getEntity('XX:A')).toBeUndefined();
      });
    });

    describe('an apply that stops in the middle', () => {
      const stop = () => {
        throw new Error('stopped');
      };

      test('goes on where it stopped (entities)', async () => {
        const rows = Array.from({ length: 12_000 }, (_, index) => entityRow(`K${index}`));
        const runId = await catalog.startRun({ ...newRun(SOURCE, 50_000), pid: DEAD_PID });
        const stage = await catalog.openEntityStage(runId, SOURCE);
        await stage.put(rows);
        const sealed = await stage.seal(null);
        await expect(sealed.apply(stop)).rejects.toThrow('stopped');
        const applied = (await ids()).length;
        expect(applied).toBeGreaterThan(0);
        expect(applied).toBeLessThan(rows.length);
        await (await catalog.resumeStage(runId)).apply(() => {});
        expect(await ids()).toEqual(rows.map((row) => row.id));
        expect(await catalog.listSourceStates()).toMatchObject([{ records: rows.length }]);
      });

      test('goes on where it stopped (filings, filers and what was withdrawn)', async () => {
        const many = (from: number, to: number) =>
          Array.from({ length: to - from }, (_, index) => {
            const accession = `0000000001-16-${String(from + index).padStart(6, '0')}`;
            return filing({ accession, cik: 1 + (index % 50), name: `NAME ${index}` });
          });
        await loadSec('us_sec_full_index', many(0, 12_000));
        const runId = await catalog.startRun({ ...newRun('us_sec_full_index', 50_000), pid: DEAD_PID });
        const stage = await catalog.openSecStage(runId, 'us_sec_full_index');
        await stage.put(many(6_000, 18_000));
        let sealed = await stage.seal({ from: '2016-07-01', to: '2016-09-30' });
        for (let stops = 0; stops < 3; stops += 1) {
          await expect(sealed.apply(stop)).rejects.toThrow('stopped');
          sealed = await resumeDead(runId);
        }
        expect(await sealed.apply(() => {})).toEqual({ gone: 6_000 });
        const found = await gather(catalog.scanFilings());
        expect(found.map((row) => row.accession)).toEqual(many(6_000, 18_000).map((row) => row.accession));
        expect(await catalog.listSourceStates()).toMatchObject([{ records: 12_000 }]);
      });

      /** As a process would that takes over from a dead one, and dies too. */
      async function resumeDead(runId: number) {
        catalog.close();
        catalog = openCatalog(folder);
        return await catalog.resumeStage(runId);
      }
    });

    describe('filings', () => {
      const rows = async () => gather(catalog.scanFilings());
      const tesla = filing({ name: 'TESLA MOTORS INC' });

      test('every filer and form of an accession is a row, and they come by accession', async () => {
        const other = filing({ cik: 7, form: 'SC TO-T/A', name: 'OTHER' });
        await loadSec('us_sec_full_index', [tesla, other, filing({ accession: '0000000001-16-000002' })]);
        const found = await catalog.getFilings([tesla.accession]);
        expect(found.map((row) => [row.cik, row.form])).toEqual([
          [7, 'SC TO-T/A'],
          [tesla.cik, tesla.form],
        ]);
        expect(await rows()).toHaveLength(3);
      });

      test('each field comes from the source the precedence table names, in either order of loading', async () => {
        const submitted = filing({ name: undefined, period: '2016-06-30', description: 'FORM 10-Q' });
        await loadSec('us_sec_full_index', [tesla]);
        await loadSec('us_sec_submissions', [submitted]);
        const one = await rows();
        expect(one).toMatchObject([
          { name: 'TESLA MOTORS INC', period: '2016-06-30', description: 'FORM 10-Q' },
        ]);
      });

      test('the same facts again change nothing, also where a file names one row twice', async () => {
        const facts = [filing({ name: 'SEC STAFF A' }), filing({ name: 'SEC STAFF B' })];
        expect(await loadSec('us_sec_full_index', facts)).toMatchObject({
          records: 1,
          added: 1,
          repeated: 1,
        });
        const before = await rows();
        const version = await catalog.contentVersion();
        for (const order of [facts, [...facts].reverse()]) {
          expect(await loadSec('us_sec_full_index', order)).toMatchObject({
            changed: 0,
            added: 0,
            unchanged: 1,
          });
        }
        expect(await rows()).toEqual(before);
        expect(before[0]?.name).toBe('SEC STAFF B');
        expect(await catalog.contentVersion()).toBe(version);
      });

      test('two sources that were staged side by side end in the rows of both', async () => {
        const sources = {
          us_sec_full_index: tesla,
          us_sec_submissions: filing({ name: undefined, period: '2016-06-30' }),
        };
        const other = filing({ accession: '0000000001-16-000002', name: undefined });
        const staged = [];
        for (const [source, fact] of Object.entries(sources) as [SecSourceId, SecFact][]) {
          const runId = await catalog.startRun(newRun(source, 1_000));
          const stage = await catalog.openSecStage(runId, source);
          await stage.put([fact, other]);
          staged.push(await stage.seal(null));
        }
        for (const sealed of staged) await sealed.apply(() => {});
        expect(await rows()).toMatchObject([
          { name: 'TESLA MOTORS INC', period: '2016-06-30' },
          { accession: other.accession, name: null },
        ]);
      });

      test('a source corrects what it said before', async () => {
        await loadSec('us_sec_submissions', [filing({ description: 'WRONG' })]);
        await loadSec('us_sec_submissions', [filing({ description: undefined })]);
        expect(await rows()).toMatchObject([{ description: null }]);
      });

      test('a quarter that does not name a row takes it from both indexes; submissions keep theirs', async () => {
        const dropped = filing({ accession: '0000000001-16-000009' });
        const kept = filing({ accession: '0000000001-16-000010' });
        const later = filing({ accession: '0000000001-16-000011', filed: '2016-10-01' });
        await loadSec('us_sec_daily_index', [tesla, dropped, kept, later]);
        await loadSec('us_sec_submissions', [kept]);
        const quarter = { from: '2016-07-01', to: '2016-09-30' };
        expect(await loadSec('us_sec_full_index', [tesla], quarter)).toMatchObject({ gone: 1 });
        expect((await rows()).map((row) => row.accession)).toEqual(
          [tesla, kept, later].map((row) => row.accession),
        );
        expect(await catalog.getFilings([dropped.accession])).toEqual([]);
        const records = (await catalog.listSourceStates()).map((state) => [state.sourceId, state.records]);
        expect(records).toEqual([
          ['us_sec_daily_index', 2],
          ['us_sec_full_index', 1],
          ['us_sec_submissions', 1],
        ]);
      });

      test('a filing that was taken out comes back when it is named again', async () => {
        const quarter = { from: '2016-07-01', to: '2016-09-30' };
        const both: FilingFact[] = [tesla, filing({ accession: '0000000001-16-000009' })];
        await loadSec('us_sec_full_index', both);
        await loadSec('us_sec_full_index', [tesla], quarter);
        expect(await rows()).toHaveLength(1);
        await loadSec('us_sec_full_index', both, quarter);
        expect(await rows()).toHaveLength(2);
      });
    });

    describe('filers', () => {
      test('a filer that only the indexes name bears the name of its newest filing, whatever came first', async () => {
        const newer = filing({ accession: '0000000001-16-000002', filed: '2016-09-09', name: 'NEW NAME' });
        await loadSec('us_sec_full_index', [newer]);
        await loadSec('us_sec_daily_index', [filing({ name: 'OLD NAME' })]);
        expect(await catalog.getFilers([newer.cik])).toMatchObject([{ name: 'NEW NAME', sic: null }]);
      });

      test('what one source says replaces only its own part', async () => {
        await loadSec('us_sec_submissions', [
          { kind: 'filer', cik: 5, name: 'Five Inc', sic: '3711', tickers: ['F'] },
        ]);
        await loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, name: 'Five', tickers: ['FIV', 'F'] }]);
        await loadSec('us_sec_submissions', [{ kind: 'filer', cik: 5, name: 'Five Corp' }]);
        expect(await catalog.getFilers([5, 6])).toEqual([
          expect.objectContaining({ cik: 5, name: 'Five Corp', sic: null, tickers: ['F', 'FIV'] }),
        ]);
      });

      test('a ticker list that no longer names a filer takes its tickers, not the filer', async () => {
        await loadSec('us_sec_submissions', [{ kind: 'filer', cik: 5, name: 'Five Inc' }]);
        await loadSec('us_sec_tickers', [
          { kind: 'filer', cik: 5, tickers: ['F'] },
          { kind: 'filer', cik: 6, name: 'Six', tickers: ['S'] },
        ]);
        await loadSec('us_sec_tickers', [], 'source');
        expect(await gather(catalog.scanFilers())).toMatchObject([{ cik: 5, tickers: [] }]);
      });

      test('the same filers again are unchanged, whatever the order of their lists', async () => {
        await loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, name: 'Five', tickers: ['A', 'B'] }]);
        expect(
          await loadSec('us_sec_tickers', [{ kind: 'filer', cik: 5, tickers: ['B', 'A'], name: 'Five' }]),
        ).toMatchObject({ records: 1, unchanged: 1, changed: 0 });
      });
    });
  });
}
