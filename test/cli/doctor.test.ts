import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.js';
import { claimFolder, type DataFolder } from '../../src/data-folder.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { Database } from '../../src/store/sqlite/driver.js';
import { openStore } from '../../src/store/sqlite/open.js';
import { runDossier } from '../support/process.js';
import { runProgram } from '../support/program.js';
import { startOn } from '../support/service.js';

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

const doctor = async (env: Record<string, string> = {}, now = NOW) => {
  const settings = { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0', ...env };
  const { stdout, error } = await runProgram(['doctor', '--json'], settings, () => now);
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
    'port',
    'runs',
    'schema',
    'searches',
  ]);
});

test('each finding is one line', async () => {
  const { stdout } = await runProgram(['doctor'], { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(10);
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
    what: expect.stringContaining('links.db is missing: it held'),
  });
  writeFileSync(join(folder.path, 'links.db'), 'x'.repeat(5_000));
  expect(await onlyBad()).toMatchObject({
    subject: 'files',
    what: expect.stringContaining('links.db is damaged'),
  });
});

test('a ledger that does not add up is reported', async () => {
  tamper('ledger.db', 'UPDATE grant_remaining SET remaining = 4');
  expect(await onlyBad()).toMatchObject({
    subject: 'ledger',
    what: expect.stringContaining('counter says 4'),
  });
});

test('an index that is missing, cut or older than the data is reported', async () => {
  tamper('catalog.db', `UPDATE counters SET value = value + 1 WHERE name = 'content_version'`);
  expect(await onlyBad()).toMatchObject({
    subject: 'index',
    what: 'The search index is older than the data.',
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
    what: expect.stringMatching(/no search: 1,200 of us_usaspending_contracts, 2 of us_lda_filings\.$/),
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
