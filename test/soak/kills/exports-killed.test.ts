import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Dossier, type Export } from '../../../sdk/src/index.js';
import type { ExportManifest } from '../../../src/contract/export.js';
import { endLease, manyRecords, pauseWriter, workedOn } from '../../support/many-records.js';
import { end, type Serving, startServing } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';

const FORMATS = ['csv', 'parquet', 'ndjson'] as const;

let data: string;
let key: string;
const services: Serving[] = [];
beforeAll(async () => {
  ({ data, key } = await manyRecords(20_000));
  for (let at = 0; at < 2; at += 1) services.push(await startServing(data));
});
afterAll(async () => {
  for (const { child } of services) await end(child, 'SIGKILL');
  rmSync(data, { recursive: true });
});

test('two services are on one folder, one is killed while it writes an export and started again: each export is written by one at a time, and has the bytes of one that nothing disturbed', async () => {
  const client = () => new Dossier({ url: services.at(-1)?.started.url ?? '', key });
  const made: Export[] = [];
  for (const format of FORMATS) made.push((await client().exports.create({ kind: 'entities', format })).data);
  const seen = new Set<string>();
  // Some folders are there for no longer than a look takes.
  mkdirSync(join(data, 'exports'), { recursive: true });
  const watcher = watch(join(data, 'exports'), (_event, name) => {
    if (name?.includes('.')) seen.add(name);
  });
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(5)) {
      const now = workedOn(data);
      expect(now.length, now.join()).toBeLessThanOrEqual(1);
    }
  })();
  const { writer, folder: cut } = await pauseWriter(data, services);
  services.splice(services.indexOf(writer), 1);
  await end(writer.child, 'SIGKILL');
  await endLease(data);
  expect(cut).toMatch(/^exp_/);
  services.push(await startServing(data));
  const folder = mkdtempSync(join(tmpdir(), 'dossier-downloaded-'));
  for (const { id, format } of made) {
    const manifest = await client().exports.download(id, join(folder, id));
    const alone = join(folder, format);
    const { stdout } = await runProgram(
      ['export', 'entities', '--format', format, '--out', alone, '--json'],
      {
        DOSSIER_DATA: data,
      },
    );
    expect(manifest.parts).toEqual((JSON.parse(stdout) as ExportManifest).parts);
    for (const { name } of manifest.parts) {
      const [one, other] = [join(folder, id, name), join(alone, name)].map((path) => readFileSync(path));
      expect(one?.equals(other ?? Buffer.alloc(0)), name).toBe(true);
    }
  }
  isOver = true;
  await watching;
  watcher.close();
  // What was cut off was gone on with under another token, and nothing of it is left.
  expect([...seen].filter((name) => name.startsWith(cut.split('.')[0] ?? '')).length).toBeGreaterThan(1);
  expect(readdirSync(join(data, 'exports')).sort()).toEqual(made.map(({ id }) => id).sort());
  const spent = (await client().usage()).data.total.credits;
  const all = (await client().exports.list()).data;
  expect([all.length, spent]).toEqual([
    made.length,
    all.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
  ]);
  rmSync(folder, { recursive: true });
});
