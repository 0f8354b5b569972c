import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { budget } from '../support/effort.js';
import { end, runDossier, startServing } from '../support/processes/process.js';

/** Runs of each command: a module that a thread unloaded too early ended one of ten on a busy machine. Five commands make 75 runs. */
const RUNS = budget(50, 15);
/** More than there are processors, so that threads end while others start. */
const AT_ONCE = 4;

let data: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-deaths-'));
  const { child } = await startServing(folder);
  await end(child, 'SIGTERM');
  data = join(folder, 'sample');
  writeFileSync(join(data, 'companies.csv'), 'company\nWillow Harbor Cleaners\nApple Inc\nNo Such Company\n');
});

it.each([
  ['export', 'entities', '--out', 'out'],
  ['export', 'filings', '--out', 'out'],
  ['resolve'],
  ['index'],
  ['match', 'companies.csv', '--name', 'company', '--out', 'result.csv'],
])(
  '%s %s ends with 0, however often it runs',
  async (...command) => {
    const ends: unknown[] = [];
    let started = 0;
    const runOneAfterTheOther = async () => {
      while (started < RUNS) {
        started += 1;
        const folder = mkdtempSync(join(tmpdir(), 'dossier-death-'));
        cpSync(data, folder, { recursive: true });
        const args = command.map((arg) =>
          /^(out|result\.csv|companies\.csv)$/.test(arg) ? join(folder, arg) : arg,
        );
        const { status, stderr } = await runDossier(args, { DOSSIER_DATA: folder });
        ends.push(status === 0 ? 0 : [status, stderr]);
        rmSync(folder, { recursive: true });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runOneAfterTheOther));
    expect(ends).toEqual(Array.from({ length: RUNS }, () => 0));
  },
  3_600_000,
);
