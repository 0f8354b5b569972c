import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultOf } from '../../../src/cli/fault.js';
import { packageVersion } from '../../../src/platform/package-root.js';
import { DatabaseFileError } from '../../../src/store/errors.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { startSample } from '../../contract/support/sample-service.js';
import { runDossier } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { startOn, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-backup-'));
const run = async (args: readonly string[], data: string) => {
  const { stdout, error } = await runProgram([...args, '--json'], { DOSSIER_DATA: data });
  if (error !== null) throw new Error(error);
  return JSON.parse(stdout) as Record<string, unknown>;
};

let service: TestService;
let backup: string;
beforeAll(async () => {
  service = await startSample();
  backup = newFolder();
  await run(['backup', backup], service.folder.path);
});
afterAll(() => service.close());

test('a backup names the version that made it', () => {
  const manifest = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as { version?: string };
  expect(manifest.version).toBe(packageVersion());
});

/** All rows of a database's tables as text, in a fixed order. */
function rowsOf(path: string): ReadonlyMap<string, readonly string[]> {
  const database = new Database(path, { readonly: true });
  const names = database
    .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all();
  const rows = names.map((name): [string, string[]] => [
    name,
    database
      .prepare(`SELECT * FROM "${name}"`)
      .raw()
      .all()
      .map((row) =>
        JSON.stringify(row, (_, value) => (Buffer.isBuffer(value) ? value.toString('hex') : value)),
      )
      .sort(),
  ]);
  database.close();
  return new Map(rows);
}

test('a restored folder holds row for row what was backed up, and answers the same', async () => {
  const data = join(newFolder(), 'restored');
  const { folder } = (await run(['restore', backup], data)) as { folder: string };
  for (const name of ['catalog.db', 'links.db', 'ledger.db', 'state.db']) {
    expect(rowsOf(join(folder, name)), name).toEqual(rowsOf(join(backup, name)));
  }
  expect(rowsOf(join(data, 'catalog.db'))).toEqual(rowsOf(join(service.folder.path, 'catalog.db')));
  const restored = await startOn({
    path: data,
    kind: 'sample',
    state: 'in use',
    index: join(data, 'index'),
    work: join(data, 'work'),
  });
  for (const path of [
    '/api/v1/search?name=a&limit=100',
    '/api/v1/sec/search?q=tesla',
    '/api/v1/entity/CO:20221555001',
  ]) {
    const headers = { authorization: `Bearer ${service.key}` };
    const [one, other] = [await service.get(path, headers), await restored.get(path, headers)];
    expect([other.status, other.data]).toEqual([200, one.data]);
  }
  await restored.close();
});

test('backups taken while a server charges hold every charge answered before and none twice', async () => {
  const copies: { folder: string; answeredBefore: number }[] = [];
  let answered = 0;
  let done = false;
  const client = async () => {
    while (!done) {
      const { status } = await service.get('/api/v1/search?name=a');
      expect(status).toBe(200);
      answered += 1;
    }
  };
  const clients = Array.from({ length: 4 }, client);
  for (let count = 0; count < 3; count += 1) {
    const before = answered + 20;
    while (answered < before) await new Promise((resolve) => setImmediate(resolve));
    const folder = newFolder();
    const answeredBefore = answered;
    await run(['backup', folder], service.folder.path);
    copies.push({ folder, answeredBefore });
  }
  done = true;
  await Promise.all(clients);
  for (const { folder, answeredBefore } of copies) {
    const data = join(newFolder(), 'restored');
    await run(['restore', folder], data);
    const store = await openStore(data, { schema: 'current' });
    const usage = await store.ledger.usage(service.accountId, 0, Number.MAX_SAFE_INTEGER);
    const charges = usage.reduce((sum, { requests }) => sum + requests, 0);
    const { available } = await store.ledger.balance(service.accountId, Date.now());
    expect(await store.ledger.verify()).toEqual([]);
    await store.close();
    expect(charges).toBeGreaterThanOrEqual(answeredBefore);
    expect(charges).toBeLessThanOrEqual(answered + 4);
    const spent = usage.reduce((sum, { credits, refunded }) => sum + credits - refunded, 0);
    expect(available).toBe(1_000_000 - spent);
  }
});

test('nothing is overwritten: a backup and a restore need an empty folder', async () => {
  await expect(run(['backup', backup], service.folder.path)).rejects.toThrow(/is not empty/);
  await expect(run(['restore', backup], service.folder.path)).rejects.toThrow(/is not empty/);
});

test('a backup that was changed, cut short or is none is refused, and nothing is made', async () => {
  const target = join(newFolder(), 'restored');
  await expect(run(['restore', newFolder()], target)).rejects.toThrow(/contains no backup/);
  const damaged = newFolder();
  await run(['backup', damaged], service.folder.path);
  appendFileSync(join(damaged, 'ledger.db'), 'x');
  await expect(run(['restore', damaged], target)).rejects.toThrow(/ledger\.db .* differs from the file/);
  rmSync(join(damaged, 'ledger.db'));
  await expect(run(['restore', damaged], target)).rejects.toThrow(/ledger\.db .* differs from the file/);
  expect(readdirSync(join(target, '..'))).toEqual([]);
});

test('a backup that names another file than those of a store is refused', async () => {
  const [foreign, target] = [newFolder(), join(newFolder(), 'restored')];
  const name = '../outside.db';
  writeFileSync(join(foreign, name), 'x');
  const sha256 = createHash('sha256').update('x').digest('hex');
  const manifest = { kind: 'data', madeAt: '2026-01-01T00:00:00.000Z', files: [{ name, bytes: 1, sha256 }] };
  writeFileSync(join(foreign, 'backup.json'), JSON.stringify(manifest));
  await expect(run(['restore', foreign], target)).rejects.toThrow(/names \.\.\/outside\.db/);
  expect(readdirSync(join(target, '..'))).toEqual([]);
});

test.each([
  ['null', 'null', /is truncated or damaged, or was written by another version/],
  ['empty', '', /is truncated or damaged/],
  ['cut', '{"kind":"data","madeAt":"2026-', /is truncated or damaged/],
  ['a list', '[]', /is truncated or damaged/],
  [
    'of files without checksums',
    '{"kind":"data","madeAt":"x","files":[{"name":"ledger.db"}]}',
    /is truncated or damaged/,
  ],
  ['of an unknown kind', '{"kind":"other","madeAt":"x","files":[]}', /is truncated or damaged/],
  [
    'of no files',
    '{"kind":"data","madeAt":"x","files":[]}',
    /does not list links\.db: the backup is incomplete/,
  ],
])(
  'a backup whose backup.json is %s is refused in a sentence, and nothing is made',
  async (_, text, said) => {
    const [none, target] = [newFolder(), join(newFolder(), 'restored')];
    writeFileSync(join(none, 'backup.json'), text);
    await expect(run(['restore', none], target)).rejects.toThrow(said);
    expect(readdirSync(join(target, '..'))).toEqual([]);
  },
);

test('a folder without data cannot be backed up', async () => {
  await expect(run(['backup', newFolder()], newFolder())).rejects.toThrow(/contains no data yet/);
});

test.each(['ledger.db', 'catalog.db', 'state.db'])('a damaged %s is not backed up', async (name) => {
  const [data, target] = [join(newFolder(), 'restored'), newFolder()];
  await run(['restore', backup], data);
  const path = join(data, name);
  const file = openSync(path, 'r+');
  writeSync(file, randomBytes(4_096), 0, 4_096, statSync(path).size - 4_096);
  closeSync(file);
  await expect(run(['backup', target], data)).rejects.toThrow(`${name} in ${data} is damaged`);
  expect(existsSync(join(target, 'backup.json'))).toBe(false);
  await expect(run(['restore', target], join(newFolder(), 'again'))).rejects.toThrow(/contains no backup/);
});

test('a backup that fails leaves nothing, in a new folder and in an empty one', async () => {
  const data = newFolder();
  await run(['account', 'create', 'acme', '--credits', '5'], data);
  writeFileSync(join(data, 'ledger.db'), randomBytes(8_192));
  const empty = newFolder();
  const deep = join(newFolder(), 'a', 'b');
  for (const target of [empty, deep]) {
    const { error } = await runProgram(['backup', target], { DOSSIER_DATA: data });
    expect(error).toMatch(/ledger\.db.* (damaged|not a database)/);
    expect(error).not.toMatch(/read and write access/);
  }
  expect(readdirSync(empty)).toEqual([]);
  expect(existsSync(join(deep, '..'))).toBe(false);
});

test('what a killed backup left is replaced; any other content is refused', async () => {
  const target = newFolder();
  for (const name of ['backup.unfinished', 'links.db']) writeFileSync(join(target, name), '');
  await run(['backup', target], service.folder.path);
  expect(readdirSync(target).sort()).toEqual([
    'backup.json',
    'catalog.db',
    'ledger.db',
    'links.db',
    'state.db',
  ]);
  const { error } = await runProgram(['backup', target], { DOSSIER_DATA: service.folder.path });
  expect(error).toContain('is not empty; a backup needs a new folder.');
  expect(readdirSync(target)).toHaveLength(5);
});

test('a target that is a file, and a database that is missing, are named as what they are', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const { stderr } = await runDossier(['backup', file], { DOSSIER_DATA: service.folder.path });
  expect(stderr).toBe(`dossier: ${file} is a file or is inside one. Name a folder.\n`);
  const missing = join(newFolder(), 'state.db');
  const fault = new DatabaseFileError(missing, 'SQLITE_CANTOPEN', new Error('unable to open database file'));
  expect(faultOf(fault, newFolder())?.what).toBe(`${missing} does not exist.`);
});
