import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backUp, restore } from '../../../src/backup/index.js';
import { finishInterruptedRuns, giveUpRun } from '../../../src/ingest/run/roll-forward.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { RunInProgressError } from '../../../src/store/store.js';
import { Bench } from '../../ingest/runs/register.js';
import { gather } from '../../store/catalog/fixtures.js';
import { openCatalog, openStore } from '../../support/store.js';
import {
  COUNT,
  compileChild,
  content,
  first,
  holdAt,
  killAt,
  loadedOnce,
  second,
  unstopped,
} from './held-load.js';

compileChild();
const bench = Bench.forEachTest();

/** Rows of the half that is applied when it is killed, and of the quarter that is read. */
const [HALF, QUARTER] = [COUNT / 2, COUNT / 4];

describe('a load that is killed', () => {
  test('while it reads changes nothing, and the next one is clean', async () => {
    bench.goOnFrom(await loadedOnce());
    const before = await content(bench.catalog);
    await killAt(bench, ['reading', QUARTER], second);
    expect(await bench.catalog.runs.list('us_co_register', 1)).toMatchObject([{ outcome: 'abandoned' }]);

    expect(await finishInterruptedRuns(bench.catalog, () => 9)).toEqual([]);
    expect(await content(bench.catalog)).toEqual(before);
    expect(await bench.catalog.runs.list('us_co_register', 1)).toMatchObject([{ outcome: 'abandoned' }]);
    expect(readdirSync(join(bench.folder, 'stage'))).toEqual([]);

    expect(await bench.load(second)).toMatchObject({ outcome: 'done', added: 50, gone: 100 });
    expect(await content(bench.catalog)).toEqual(await unstopped());
    expect(readdirSync(join(bench.folder, 'spill'))).toEqual([]);
  });

  test('while it applies is finished by the next start, to the same catalog as if it had lived', async () => {
    bench.goOnFrom(await loadedOnce());
    const version = await bench.catalog.content.version();
    await killAt(bench, ['applying', 0], second);
    expect(await bench.catalog.content.version()).toBe(version);
    const names = (await gather(bench.catalog.entities.scanFacets())).filter(({ facets }) =>
      facets.name.includes(' Ltd'),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThan(COUNT / 2 - 100);

    const [finished] = await finishInterruptedRuns(bench.catalog, () => 9);
    expect(finished).toMatchObject({ added: 50, rows: second.length });
    expect(await content(bench.catalog)).toEqual(await unstopped());
    expect(await bench.catalog.runs.list('us_co_register', 1)).toMatchObject([
      { outcome: 'done', finishedAt: 9, added: 50, gone: 100, complete: true, records: second.length },
    ]);
    expect(await bench.catalog.content.version()).toBeGreaterThan(version);
    expect(await bench.load(second)).toMatchObject({ added: 0, changed: 0, gone: 0 });
  });

  test('and killed twice more while it is finished goes on where it stopped', async () => {
    bench.goOnFrom(await loadedOnce());
    await killAt(bench, ['applying', 0], second);
    await killAt(bench, ['finishing', 0], second);
    await killAt(bench, ['finishing', 0], second);
    await finishInterruptedRuns(bench.catalog, () => 9);
    const { reported, ...finished } = await content(bench.catalog);
    expect({ reported, ...finished }).toEqual(await unstopped());
    // The baseline, what changed its name, what is new and what is gone: none twice.
    expect(new Set(reported).size).toBe(1 + (COUNT - 100) / 2 + 50 + 100);
    expect(reported).toHaveLength(new Set(reported).size);
    expect(await bench.catalog.runs.listSourceStates()).toMatchObject([{ records: second.length }]);
  });

  test('while it applies is not started again by a load that did not finish it', async () => {
    await killAt(bench, ['applying', 0], first);
    await expect(bench.load(first)).rejects.toThrow(RunInProgressError);
  });
});

describe('whether a run is alive is told by its lock', () => {
  const otherProcess = () => holdAt(bench, ['reading', QUARTER], second);
  const lastOutcome = async () => (await bench.catalog.runs.listSourceStates())[0]?.lastRun?.outcome;

  test('a live run of another process is left alone, and told with its owner', async () => {
    bench.goOnFrom(await loadedOnce());
    const child = await otherProcess();
    expect(await bench.catalog.loads.listInterrupted()).toEqual([]);
    expect(await lastOutcome()).toBe('running');
    await expect(bench.load(second)).rejects.toThrow(
      new RunInProgressError(
        `us_co_register is being loaded by process ${child.pid} on ${hostname()} (run 2); wait until it ends.`,
      ),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  test('a dead run is told at once, and is in nobody’s way', async () => {
    bench.goOnFrom(await loadedOnce());
    const child = await otherProcess();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await lastOutcome()).toBe('abandoned');
    expect((await bench.load(second)).error).toBeNull();
    expect(await lastOutcome()).toBe('done');
    expect(readdirSync(join(bench.folder, 'stage'))).toEqual([]);
  });
});

describe('a run that was killed while it was applied', () => {
  const stage = () => join(bench.folder, 'stage', '2.db');
  const restored = async (backup: string) => {
    const data = join(mkdtempSync(join(tmpdir(), 'dossier-restored-')), 'data');
    const { unfinished } = await restore(backup, data, () => 9);
    const catalog = openCatalog({ folder: data, schema: 'current' });
    const [{ lastRun } = { lastRun: null }] = await catalog.runs.listSourceStates();
    const found = { unfinished, outcome: lastRun?.outcome, content: await content(catalog) };
    catalog.close();
    rmSync(data, { recursive: true });
    return found;
  };
  const backedUp = async () => {
    await (await openStore(bench.folder, { schema: 'migrate' })).close();
    const target = mkdtempSync(join(tmpdir(), 'dossier-backup-'));
    await backUp(
      { ...claimFolder(join(target, 'unused'), 'data'), path: bench.folder },
      join(target, 'copy'),
      1,
    );
    return join(target, 'copy');
  };

  test('is backed up with what it still has to apply, and a restore finishes it', async () => {
    bench.goOnFrom(await loadedOnce());
    await killAt(bench, ['applying', HALF], second);
    const { unfinished, outcome, content: found } = await restored(await backedUp());
    expect([unfinished, outcome]).toEqual([[], 'done']);
    expect(found).toEqual(await unstopped());
  });

  test('without its stage is told by the restore, and failed', async () => {
    bench.goOnFrom(await loadedOnce());
    await killAt(bench, ['applying', HALF], second);
    rmSync(stage());
    const { unfinished, outcome } = await restored(await backedUp());
    expect(unfinished).toEqual([expect.stringMatching(/us_co_register \(run 2\) .* the rest is lost/)]);
    expect(outcome).toBe('failed');
  });

  test('and whose stage is damaged is told, keeps other work going, and can be given up', async () => {
    bench.goOnFrom(await loadedOnce());
    const before = await bench.catalog.content.version();
    await killAt(bench, ['applying', HALF], second);
    const file = openSync(stage(), 'r+');
    writeSync(file, randomBytes(65_536), 0, 65_536, 0);
    closeSync(file);
    const reported: string[] = [];
    const onUnfinished = (sentence: string) => reported.push(sentence);
    expect(await finishInterruptedRuns(bench.catalog, () => 9, { onUnfinished })).toEqual([]);
    expect(reported).toEqual([expect.stringMatching(/cannot be finished now: .*dossier ingest --give-up 2/)]);
    await expect(bench.load(second)).rejects.toThrow(/--give-up 2/);
    expect(await giveUpRun(bench.catalog, 1, () => 9)).toBeUndefined();
    expect(await giveUpRun(bench.catalog, 2, () => 9)).toMatchObject({ id: 2 });
    expect(readdirSync(join(bench.folder, 'stage'))).toEqual([]);
    expect(await bench.catalog.content.version()).toBe(before + 1);
    expect((await bench.load(second)).error).toBeNull();
    expect(withoutNumbers(await content(bench.catalog))).toEqual(withoutNumbers(await unstopped()));
  });
});

/** Numbers that a run gave before it was given up are not given again. */
function withoutNumbers({ shown, isGone }: Awaited<ReturnType<typeof content>>) {
  return { shown: shown.map((row) => row?.slice(1)).sort(), isGone };
}
