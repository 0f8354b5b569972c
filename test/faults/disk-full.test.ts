import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { fillDisk, mountSmall, unmount } from '../support/fill-disk.js';
import { end, inheritedEnv, runDossier, startServing } from '../support/processes/process.js';
import { asker, booksOf, copyOf, type Folder, hammer, sampleWith } from './support.js';

let sample: Folder;
beforeAll(async () => {
  sample = await sampleWith(10_000_000);
});
afterAll(() => rmSync(sample.path, { recursive: true }));

const CLIENTS = 8;
const refused = (so: ReadonlyMap<number | null, number>) => (so.get(503) ?? 0) >= 50;

describe('a disk that fills up under load', () => {
  const disk = mountSmall();
  if (disk === null)
    process.stderr.write('disk full: no tmpfs may be mounted here; only the limit on file size is tested.\n');
  afterAll(() => {
    if (disk === null) return;
    unmount(disk);
  });

  test.skipIf(disk === null)(
    'refuses with 503 what it cannot write down, charges nobody for it, and goes on when there is room',
    async () => {
      const folder = copyOf(sample, join(disk ?? '', 'data'));
      const { child, started } = await startServing(folder.path);
      const ask = asker(started.url, folder.key, CLIENTS);
      let counts = await hammer(ask, CLIENTS, (so) => (so.get(200) ?? 0) >= 50);
      let answers = counts.get(200) ?? 0;
      fillDisk(join(disk ?? '', 'filler'));
      counts = await hammer(ask, CLIENTS, refused);
      expect([...counts.keys()].every((status) => status === 200 || status === 503)).toBe(true);
      answers += counts.get(200) ?? 0;
      const readiness = async () => (await fetch(`${started.url}/readyz`)).status;
      expect(await readiness()).toBe(503);
      const headers = { authorization: `Bearer ${folder.key}`, 'content-type': 'application/json' };
      const order = { method: 'POST', headers, body: '{"kind":"entities","filter":{"state":"CO"}}' };
      for (const wanted of ['', '?dry_run=true']) {
        const { status } = await fetch(`${started.url}/api/v1/exports${wanted}`, order);
        expect(wanted === '' ? [503] : [200, 202, 503]).toContain(status);
      }
      rmSync(join(disk ?? '', 'filler'));
      counts = await hammer(ask, CLIENTS, (so) => (so.get(200) ?? 0) >= 50);
      answers += counts.get(200) ?? 0;
      await expect.poll(readiness).toBe(200);
      ask.end();
      expect(await end(child, 'SIGTERM')).toBe(0);
      expect(await booksOf(folder)).toMatchObject({ charges: answers, credits: answers, refunded: 0 });
    },
    60_000,
  );

  test.skipIf(disk === null)(
    'a command that needs room says so in a line, changes nothing, and does its work once there is some',
    async () => {
      const folder = copyOf(sample, join(disk ?? '', 'indexed'));
      const env = { DOSSIER_DATA: folder.path };
      const index = join(folder.path, 'index');
      const before = readManifest(index);
      const files = readdirSync(index);
      fillDisk(join(disk ?? '', 'filler'));
      const { status, stderr } = await runDossier(['index'], env);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^dossier: A disk cannot be read or written \(SQLITE_IOERR_\w+\); it may be full\. .*\n$/,
      );
      expect(readManifest(index)).toEqual(before);
      const elsewhere = copyOf(sample, join(mkdtempSync(join(tmpdir(), 'dossier-two-disks-')), 'data'));
      rmSync(join(elsewhere.path, 'index'), { recursive: true });
      symlinkSync(index, join(elsewhere.path, 'index'));
      expect(await runDossier(['index'], { DOSSIER_DATA: elsewhere.path })).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^dossier: The disk is full\. .*\n$/),
      });
      expect(readManifest(index)).toEqual(before);
      // No part of an index that did not fit keeps the disk full.
      expect(readdirSync(index)).toEqual(files);
      rmSync(join(disk ?? '', 'filler'));
      expect((await runDossier(['index'], env)).status).toBe(0);
      expect(readManifest(index)).not.toEqual(before);
    },
    60_000,
  );

  test.skipIf(disk === null)(
    'is told by the doctor, who takes nothing for damaged and sends nobody to a backup',
    async () => {
      const folder = copyOf(sample, join(disk ?? '', 'examined'));
      const filler = join(disk ?? '', 'filler');
      const examine = async () => {
        const args = ['doctor', '--json', '--sample'];
        const { status, stdout } = await runDossier(args, { DOSSIER_DATA: folder.path });
        expect(stdout).not.toMatch(/damaged|backup/i);
        return { status, ...(JSON.parse(stdout) as { findings: Finding[] }) };
      };
      fillDisk(filler);
      const { status, findings } = await examine();
      expect(status).toBe(1);
      const wrong = findings.filter(({ ok }) => !ok);
      expect(wrong).toContainEqual(
        expect.objectContaining({ subject: 'disk', cure: expect.stringContaining('Free some disk space') }),
      );
      // SQLite cannot even open a database, and it is the disk that is to blame.
      expect(wrong).toContainEqual(
        expect.objectContaining({ subject: 'files', cure: expect.stringContaining('Free some disk space') }),
      );
      rmSync(filler);
      const files = (await examine()).findings.filter(({ subject }) => subject === 'files');
      expect(files).toMatchObject([{ ok: true }]);
    },
    60_000,
  );

  test.skipIf(disk === null)(
    'a linking stops before it takes what must stay free',
    async () => {
      const folder = copyOf(sample, join(disk ?? '', 'linked'));
      const filler = join(disk ?? '', 'filler');
      const { bavail, bsize } = statfsSync(folder.path);
      // Ten times of what the links of the sample take, and less than a tenth of the disk.
      writeFileSync(filler, Buffer.alloc(bavail * bsize - 9 * 2 ** 20, 1));
      const resolve = () => runDossier(['resolve', '--all', '--sample'], { DOSSIER_DATA: folder.path });
      expect(await resolve()).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(
          /dossier: The disk of \S+ is full: .* must stay free\. Free some disk space\.\n$/,
        ),
      });
      rmSync(filler);
      expect((await resolve()).status).toBe(0);
    },
    60_000,
  );
});

test('a limit on the size of files does the same', async () => {
  const folder = copyOf(sample, mkdtempSync(join(tmpdir(), 'dossier-limited-')));
  const kib = Math.ceil(statSync(join(folder.path, 'ledger.db')).size / 1_024) + 200;
  mkdirSync(folder.path, { recursive: true });
  const script = `ulimit -f ${kib}; exec "$0" "$@"`;
  const args = ['-c', script, process.execPath, resolve('bin/dossier.js'), 'serve', '--json'];
  const env = { ...inheritedEnv(), DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' };
  const child = spawn('bash', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ask = asker(await urlOf(child), folder.key, CLIENTS);
  const counts = await hammer(ask, CLIENTS, refused);
  ask.end();
  await end(child, 'SIGTERM');
  expect([...counts.keys()].sort()).toEqual([200, 503]);
  const answers = counts.get(200) ?? 0;
  expect(await booksOf(folder)).toMatchObject({ charges: answers, credits: answers, refunded: 0 });
});

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) return (JSON.parse(text) as { url: string }).url;
  }
  throw new Error('serve ended before it was up.');
}
