import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finishInterruptedRuns } from '../../../src/ingest/run/roll-forward.js';
import { RunInProgressError } from '../../../src/store/store.js';
import { Bench } from '../../ingest/runs/register.js';
import { runDossier } from '../../support/processes/process.js';
import {
  COUNT,
  compileChild,
  completeFolder,
  content,
  holdAt,
  letEnd,
  loadedOnce,
  second,
  unstopped,
} from './held-load.js';

/** Processes in it have numbers of their own, as those of another container over the same volume. */
const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canContain = spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;
if (!canContain) {
  if (process.env.CI !== undefined) throw new Error('No process can have numbers of its own here.');
  process.stderr.write('another container: nothing can be run in one here; no load was.\n');
}

compileChild();
const bench = Bench.forEachTest();

/** The next process in the container has this number. */
const asProcess = (number: number) => [
  ...CONTAINER,
  'sh',
  '-c',
  `echo ${number - 1} > /proc/sys/kernel/ns_last_pid; "$@"; exit $?`,
  'sh',
];

/** The number of no process here. */
function freeNumber(): number {
  for (let number = 20_000; ; number += 1) {
    try {
      process.kill(number, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return number;
    }
  }
}

async function doctor(): Promise<string> {
  return (await runDossier(['doctor'], { DOSSIER_DATA: bench.folder })).stdout;
}

test.skipIf(!canContain).each([
  ['reading', COUNT / 4],
  ['applying', COUNT / 2],
] as const)(
  'a load that is %s in another container is alive, though no process here has its number',
  async (phase, rows) => {
    bench.goOnFrom(await loadedOnce());
    await completeFolder(bench.folder);
    const number = freeNumber();
    const child = await holdAt(bench, [phase, rows], second, asProcess(number));
    const refused = `us_co_register is being loaded by process ${number} on ${hostname()} (run 2); wait until it ends.`;
    await expect(bench.load(second)).rejects.toThrow(new RunInProgressError(refused));
    expect(await finishInterruptedRuns(bench.catalog, () => 9)).toEqual([]);
    expect(existsSync(join(bench.folder, 'stage', '2.db'))).toBe(true);
    expect(await doctor()).not.toMatch(/run 2|A load was killed/);
    expect(existsSync(join(bench.folder, 'stage', '2.db'))).toBe(true);
    await letEnd(bench.folder, child);
    expect(await content(bench.catalog)).toEqual(await unstopped());
  },
);

test.skipIf(!canContain)(
  'a load that was killed in another container is dead, though a process here has its number',
  async () => {
    bench.goOnFrom(await loadedOnce());
    await completeFolder(bench.folder);
    const child = await holdAt(bench, ['applying', COUNT / 2], second, asProcess(process.pid));
    const [held] = await bench.catalog.runs.list('us_co_register', 1);
    expect(held?.owner).toBe(`process ${process.pid} on ${hostname()}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await doctor()).toMatch(/^wrong {2}runs .*\(run 2\) was stopped while it was being applied/m);
    expect(await finishInterruptedRuns(bench.catalog, () => 9)).toMatchObject([{ id: 2 }]);
    expect(await content(bench.catalog)).toEqual(await unstopped());
  },
);
