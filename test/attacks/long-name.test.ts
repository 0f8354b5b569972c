import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IngestReport } from '../../src/ingest/run/run.js';
import { newAccountIn } from '../faults/support.js';
import { csv, nameOf, RECORDS, SOURCE, wordsOf } from '../soak/versioned-register.js';
import { runDossier, startServing } from '../support/processes/process.js';
import { loadLongName } from './attacks.js';
import { PATIENCE_MS, under, type Victim, victimOf } from './support.js';

const LONG = 7;

let folder: string;
let victim: Victim;
beforeAll(async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-register-'));
  folder = join(scratch, 'data');
  const file = join(scratch, 'register.csv');
  writeFileSync(file, csv(1));
  const loaded = await runDossier(['ingest', SOURCE, '--file', file], { DOSSIER_DATA: folder });
  expect(loaded.status, loaded.stderr).toBe(0);
  const { key } = await newAccountIn(folder, 100_000, 100_000, Date.now(), 'data');
  victim = victimOf(await startServing(folder), key);
});
afterAll(() => victim.stop());

async function ask(path: string): Promise<string> {
  const headers = { authorization: `Bearer ${victim.key}` };
  return await (await fetch(`${victim.url}/api/v1/${path}`, { headers })).text();
}

test('a record with a name of six million letters is refused with a warning, and nobody waits for it', async () => {
  let longest = 0;
  const askForIt = async () => {
    for (const path of [`entity/CO:${LONG}`, `search?name=${wordsOf(LONG)}`])
      longest = Math.max(longest, (await ask(path)).length);
  };
  const attack = async () => {
    let isOver = false;
    const loading = loadLongName(folder, { source: SOURCE, csv: csv(2), name: nameOf(LONG, 2) });
    const loaded = loading.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await askForIt();
      // A load has less priority than who asks.
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // The others of its load are found.
    await expect.poll(() => ask(`search?name=${wordsOf(8)}+v2`)).toContain(nameOf(8, 2));
    for (let times = 0; times < 5; times += 1) await askForIt();
    return await loaded;
  };
  const { result, slowestProbe, growth } = await under(victim, attack);
  expect(result.status, result.stderr).toBe(0);
  const report = JSON.parse(result.stdout) as Pick<
    IngestReport,
    'outcome' | 'records' | 'rejected' | 'warnings'
  >;
  expect(report).toMatchObject({ outcome: 'done', records: RECORDS - 1, rejected: 1 });
  expect(report.warnings.map(({ code }) => code)).toContain('rejected_row');
  expect(longest).toBeGreaterThan(100);
  expect(longest).toBeLessThan(100_000);
  expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);
  expect(growth).toBeLessThan(2);
});
