import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { CURRENT, readManifest } from '../../../src/indexing/files/files.js';
import { claimFolder, confirmFolder, type DataFolder } from '../../../src/store/folder/data-folder.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { inheritedEnv, runDossier } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { folderWithSample } from '../../support/sample.js';
import { startOn } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const NOW = Date.UTC(2026, 4, 5);

let folder: DataFolder;
beforeEach(async () => {
  folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-doctor-')), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  await buildIndexes(store.catalog, folder.index, () => NOW);
  const plan = { name: 'x', monthlyCredits: 10, requestsPerMinute: 10, createdAt: NOW };
  const { id: accountId } = await store.ledger.createAccount(plan);
  await store.ledger.grant({ accountId, credits: 5, reason: 'x', createdAt: NOW, expiresAt: null });
  await store.close();
});
afterEach(() => rmSync(folder.path, { recursive: true }));

const doctor = async (env: Record<string, string> = {}, now = NOW, options: readonly string[] = []) => {
  const settings = { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0', ...env };
  const { stdout, error } = await runProgram(['doctor', '--json', ...options], settings, () => now);
  if (stdout === '') throw new Error(error ?? 'Nothing was said.');
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  const bad = findings.filter(({ ok }) => !ok);
  expect(error === null).toBe(bad.length === 0);
  for (const { cure } of bad) expect(cure).not.toBeNull();
  return { subjects: findings.map(({ subject }) => subject), bad };
};
const onlyBad = async (env: Record<string, string> = {}, now = NOW) => {
  const { bad } = await doctor(env, now);
  expect(bad).toHaveLength(1);
  return bad[0];
};
const tamper = (name: string, sql: string) => {
  const database = new Database(join(folder.path, name));
  database.exec(sql);
  database.close();
};

test('nothing is wrong with a folder that is in order, and each subject was looked at', async () => {
  const { bad, subjects } = await doctor();
  expect(bad).toEqual([]);
  expect(subjects.sort()).toEqual([
    'clock',
    'disk',
    'files',
    'folder',
    'index',
    'ledger',
    'links',
    'logs',
    'port',
    'runs',
    'schema',
    'searches',
    'watches',
  ]);
});

test('each finding is one line', async () => {
  const { stdout } = await runProgram(['doctor'], { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(13);
});

test('a folder without data is reported, and left as it was', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'dossier-doctor-'));
  expect(await onlyBad({ DOSSIER_DATA: empty })).toMatchObject({ subject: 'folder' });
  expect(readdirSync(empty)).toEqual([]);
});

test.each([
  ['an older schema', 'DELETE FROM schema_version WHERE version > 1', 'schema', 'run: dossier migrate'],
  ['a newer schema', `INSERT INTO schema_version VALUES (99, 'x')`, 'schema', 'Use that version'],
])('%s is reported and not migrated', async (_, sql, subject, cure) => {
  tamper('ledger.db', sql);
  for (let again = 0; again < 2; again += 1) {
    const { bad } = await doctor();
    expect(bad).toMatchObject([{ subject, cure: expect.stringContaining(cure) }]);
  }
});

test('a database that is missing or no database is reported', async () => {
  rmSync(join(folder.path, 'links.db'));
  expect(await onlyBad()).toMatchObject({
    subject: 'files',
    what: expect.stringContaining('links.db is missing. It contained'),
  });
  writeFileSync(join(folder.path, 'links.db'), 'x'.repeat(5_000));
  expect(await onlyBad()).toMatchObject({
    subject: 'files',
    what: expect.stringContaining('links.db is damaged'),
  });
});

test('a folder whose databases are all gone is told, and how to begin it again', async () => {
  confirmFolder(folder);
  for (const name of ['links.db', 'catalog.db', 'ledger.db', 'state.db']) rmSync(join(folder.path, name));
  expect(await onlyBad()).toMatchObject({
    subject: 'files',
    what: expect.stringContaining('all of its databases are missing'),
    cure: expect.stringContaining('restore a backup into an empty folder'),
  });
});

test.each(['links.db', 'catalog.db', 'ledger.db', 'state.db'])(
  'a damaged page of %s is told by --deep, with the backup as its cure',
  async (name) => {
    const path = join(folder.path, name);
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length - 4_096);
    writeFileSync(path, bytes);
    const { bad } = await doctor({}, NOW, ['--deep']);
    expect(bad).toMatchObject([
      {
        subject: 'files',
        what: expect.stringContaining(`${name} is damaged`),
        cure: 'Restore a backup: dossier restore DIR',
      },
    ]);
  },
);

test('a mark that is cut, and a data folder that is a file, are told with their cures', async () => {
  writeFileSync(join(folder.path, 'dossier.json'), '{"kind":');
  expect(await onlyBad()).toMatchObject({
    subject: 'folder',
    what: expect.stringMatching(/dossier\.json is invalid; .* write the file again: echo/),
  });
  expect(await onlyBad({ DOSSIER_DATA: join(folder.path, 'ledger.db') })).toMatchObject({
    subject: 'folder',
    cure: 'DOSSIER_DATA must be a folder.',
  });
});

test('a data folder that is not there yet, in one that this user may not write, is told with its cure', async () => {
  chmodSync(folder.path, 0o555);
  const path = join(folder.path, 'not', 'yet');
  const { findings } = JSON.parse(await asNobody(path, 'doctor', '--json')) as {
    findings: readonly Finding[];
  };
  chmodSync(folder.path, 0o755);
  expect(findings.filter(({ ok }) => !ok)).toEqual([
    {
      subject: 'folder',
      ok: false,
      what: `${path} cannot be created: ${folder.path} cannot be written.`,
      cure: expect.stringContaining('needs read and write access to it'),
    },
  ]);
});

test.each([
  ['one database', ['ledger.db']],
  ['all databases', ['links.db', 'catalog.db', 'ledger.db']],
])('a sample that has lost %s is told with its cure', async (_, names) => {
  const path = await folderWithSample('dossier-doctor-');
  const sample = join(path, 'sample');
  for (const name of names) rmSync(join(sample, name));
  const { bad } = await doctor({ DOSSIER_DATA: path }, Date.now(), ['--sample']);
  expect(bad[0]).toMatchObject({
    subject: 'files',
    what: expect.stringMatching(/ledger\.db of the sample is missing in /),
    cure: `Delete ${sample}; dossier serve --sample creates the sample again.`,
  });
  rmSync(path, { recursive: true });
});

test('what this user may not write or read is told with the right that it needs, and is never called damaged', async () => {
  for (const name of ['links.db', 'catalog.db', 'ledger.db', 'state.db'])
    chmodSync(join(folder.path, name), 0o000);
  chmodSync(folder.path, 0o555);
  const { findings } = JSON.parse(await asNobody(folder.path, 'doctor', '--json')) as {
    findings: readonly Finding[];
  };
  chmodSync(folder.path, 0o755);
  const bad = findings.filter(({ ok }) => !ok);
  expect(bad.map(({ subject }) => subject)).toEqual(['folder', 'files', 'files', 'files', 'files']);
  expect(bad[0]).toMatchObject({ cure: 'Give this user read and write access to it.' });
  for (const { what, cure } of bad.slice(1)) {
    expect(what).toMatch(/^(links|catalog|ledger|state)\.db cannot be read: /);
    expect(cure).toMatch(/needs read and write access to it, on a mount that is not read-only\.$/);
  }
  expect(JSON.stringify(bad)).not.toMatch(/damaged|backup/);
});

/** Root may read everything. */
async function asNobody(path: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [resolve('bin/dossier.js'), ...args], {
    env: { ...inheritedEnv(), DOSSIER_DATA: path, DOSSIER_PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
  });
  let printed = '';
  for await (const chunk of child.stdout) printed += String(chunk);
  return printed;
}

test('a host that is not this machine is told as one that cannot be listened on', async () => {
  expect(await onlyBad({ DOSSIER_HOST: '192.0.2.1', DOSSIER_PORT: '8080' })).toMatchObject({
    subject: 'port',
    what: 'Port 8080 of 192.0.2.1 cannot be used (EADDRNOTAVAIL).',
    cure: expect.stringContaining('Set DOSSIER_HOST to an address of this machine'),
  });
});

test('a ledger that is inconsistent is reported', async () => {
  tamper('ledger.db', 'UPDATE grant_remaining SET remaining = 4');
  expect(await onlyBad()).toMatchObject({
    subject: 'ledger',
    what: expect.stringContaining('the counter is 4'),
  });
});

test.each(['links.db', 'catalog.db', 'state.db', 'ledger.db'])(
  'a log of %s that a process has held for long is told with its cure, until the process is gone',
  async (name) => {
    const reader = new Database(join(folder.path, name));
    reader.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    const writer = new Database(join(folder.path, name));
    writer.exec('CREATE TABLE written (row)');
    expect((await doctor()).bad).toEqual([]);
    // The length is a hole in the file.
    truncateSync(join(folder.path, `${name}-wal`), 300 * 2 ** 20);
    expect(await onlyBad()).toMatchObject({
      subject: 'logs',
      what: `The write-ahead log of ${name} has 0.3 GiB: a process has been reading the database for a long time.`,
      cure: 'End the process that reads it, such as a backup or copy tool.',
    });
    reader.close();
    writer.close();
    expect((await doctor()).bad).toEqual([]);
  },
);

test('an index that is missing, cut or older than the data is reported', async () => {
  const manifest = { ...readManifest(folder.index), contentVersion: -1 };
  writeFileSync(join(folder.index, CURRENT), JSON.stringify(manifest));
  expect(await onlyBad()).toMatchObject({
    subject: 'index',
    what: 'The search index is out of date.',
  });
  const name = readdirSync(folder.index).find((file) => file.endsWith('entities.idx')) ?? '';
  truncateSync(join(folder.index, name), 100);
  expect(await onlyBad()).toMatchObject({
    subject: 'index',
    what: expect.stringContaining('cannot be used'),
  });
  rmSync(folder.index, { recursive: true });
  expect(await onlyBad()).toMatchObject({ subject: 'index', cure: 'Run: dossier index' });
});

test('records that were stored before they could be searched are counted, with the loads that cure it', async () => {
  tamper(
    'catalog.db',
    `INSERT INTO sources (id, records) VALUES ('us_usaspending_contracts', 1200), ('us_lda_filings', 3);
     INSERT INTO lobbying_search VALUES (1, 'u-1', '', NULL, NULL)`,
  );
  const found = await onlyBad();
  expect(found).toMatchObject({
    subject: 'searches',
    what: expect.stringMatching(
      /Searches do not find records stored by an older version: 1,200 of us_usaspending_contracts, 2 of us_lda_filings\.$/,
    ),
  });
  expect(found?.cure).toContain('dossier ingest us_usaspending_contracts --file FILE');
  expect(found?.cure).toContain('dossier ingest us_lda_filings --since DATE');
});

test('a clock behind the ledger is reported', async () => {
  expect(await onlyBad({}, NOW - 3_600_000)).toMatchObject({ subject: 'clock' });
});

test('a port that another program holds is reported; the service’s own is not', async () => {
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await onlyBad({ DOSSIER_PORT: `${port}` })).toMatchObject({ subject: 'port' });
  other.close();

  const service = await startOn(folder);
  // A busy machine may take longer to make the description than the doctor waits for it.
  await service.get('/openapi.json');
  const { bad } = await doctor({ DOSSIER_PORT: new URL(service.url).port }, Date.now());
  expect(bad).toEqual([]);
  await service.app.close();
});

test('a disk that is nearly full is reported', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'dossier-doctor-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'none', disk], { stdio: 'ignore' });
  } catch {
    return void process.stderr.write(
      'doctor: no small disk may be mounted here; a full one was not tried.\n',
    );
  }
  try {
    cpSync(folder.path, join(disk, 'data'), { recursive: true });
    expect(await onlyBad({ DOSSIER_DATA: join(disk, 'data') })).toMatchObject({ subject: 'disk' });
  } finally {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  }
});

test('findings are one JSON value with --json, though the command fails', async () => {
  tamper('ledger.db', 'UPDATE grant_remaining SET remaining = 4');
  const { status, stdout } = await runDossier(['doctor', '--json'], {
    DOSSIER_DATA: folder.path,
    DOSSIER_PORT: '0',
  });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toHaveProperty('findings');
});
