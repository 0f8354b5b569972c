import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mountSmall, unmount } from '../support/fill-disk.js';
import { end, runDossier, startServing } from '../support/processes/process.js';
import { openStore } from '../support/store.js';
import { newAccountIn } from './support.js';

const COLORADO = 'us_co_business_entities';
const MIB = 2 ** 20;
/** The stage of the second load takes 17 MiB, a tenth of the disk stays free, and half of the load needs the rest. */
const [DISK_MIB, LEFT_MIB, ROWS] = [256, 60, 20_000];

const disk = mountSmall(DISK_MIB);
if (disk === null) process.stderr.write('disk full: no tmpfs may be mounted here; no load was stopped.\n');
afterAll(() => {
  if (disk !== null) unmount(disk);
});

/** A file of the publisher with so many firms. */
function writeFirms(path: string, count: number, word: string): void {
  const [file = ''] = readdirSync(join('sample', COLORADO));
  const [head = ''] = readFileSync(join('sample', COLORADO, file), 'utf8').split('\n');
  const columns = head.trim().split(',');
  const row = (at: number) => {
    const values: Record<string, string> = {
      entityid: String(20_000_000_000 + at),
      entityname: `${word} ${at} LLC`,
      entitystatus: 'Good Standing',
      entitytype: 'DLLC',
      entityformdate: '01/02/2003',
      principaladdress1: `${at} Invented Way`,
      principalcity: 'Denver',
      principalstate: 'CO',
      principalzipcode: '80202',
    };
    return columns.map((column) => values[column] ?? '').join(',');
  };
  const rows = Array.from({ length: count }, (_, index) => row(index));
  writeFileSync(path, `${[head, ...rows].join('\n')}\n`);
}

async function liveNames(path: string): Promise<string[]> {
  const { catalog, close } = await openStore(path, { schema: 'current' });
  const names: string[] = [];
  for await (const page of catalog.entities.scanFacets()) {
    for (const { document } of await catalog.entities.getByNumber(page.map(({ number }) => number)))
      names.push((JSON.parse(document) as { name: string }).name);
  }
  await close();
  return names.sort();
}

test.skipIf(disk === null)(
  'a load that finds no room while it is applied says so, keeps nobody from being served, and is finished once there is room',
  async () => {
    const path = join(disk ?? '', 'data');
    const files = mkdtempSync(join(tmpdir(), 'dossier-firms-'));
    const env = { DOSSIER_DATA: path };
    const load = (file: string, ...more: string[]) =>
      runDossier(['ingest', COLORADO, '--file', join(files, file), ...more], env);
    writeFirms(join(files, 'first.csv'), 1_000, 'Aspen');
    writeFirms(join(files, 'second.csv'), ROWS, 'Birch');
    expect((await load('first.csv')).status).toBe(0);
    const { key } = await newAccountIn(path, 1_000, 1_000, Date.now(), 'data');
    const filler = join(disk ?? '', 'filler');
    const { bavail, bsize } = statfsSync(path);
    writeFileSync(filler, Buffer.alloc(bavail * bsize - LEFT_MIB * MIB, 1));

    const stopped = await load('second.csv', '--no-index');
    expect(stopped.status).toBe(1);
    expect(stopped.stderr.split('\n').filter((line) => line.startsWith('dossier: '))).toEqual([
      expect.stringMatching(
        /^dossier: The disk of \S+ is full: \d+ MiB are free, and \d+ MiB must stay free\. Free some disk space\. Part of run 2 of us_co_business_entities is visible; the run is unfinished\. To finish it, run: dossier ingest --finish$/,
      ),
    ]);
    const applied = (await liveNames(path)).filter((name) => name.startsWith('Birch'));
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.length).toBeLessThan(ROWS);

    const examined = await runDossier(['doctor'], env);
    expect(examined.status).toBe(1);
    expect(examined.stdout).toMatch(
      /^wrong {2}runs .*\(run 2\) was stopped while it was being applied; part of it is visible\. .*dossier ingest --finish$/m,
    );
    expect(examined.stdout + examined.stderr).not.toMatch(/damaged|backup/i);

    const { child, started, stderr } = await startServing(path);
    const headers = { authorization: `Bearer ${key}` };
    const charged = () => fetch(`${started.url}/api/v1/search?name=aspen&limit=1`, { headers });
    expect((await charged()).status).toBe(200);
    await expect
      .poll(stderr)
      .toMatch(/\(run 2\) was applied only in part and cannot be finished now: .* Free some disk space\./);
    expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
    expect((await charged()).status).toBe(200);
    expect(await end(child, 'SIGTERM')).toBe(0);

    rmSync(filler);
    expect(await runDossier(['ingest', '--finish'], env)).toMatchObject({
      status: 0,
      stdout: `Finished: ${COLORADO} (run 2).\n`,
    });
    const expected = Array.from({ length: ROWS }, (_, index) => `Birch ${index} LLC`).sort();
    expect(await liveNames(path)).toEqual(expected);
    expect((await runDossier(['doctor'], env)).stdout).toMatch(/^ok {5}runs /m);
    rmSync(files, { recursive: true });
  },
);
