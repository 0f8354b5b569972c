import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { end, runDossier, startServing } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { folderWithSample } from '../../support/sample.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-lost-'));
/** In a process of its own: how it is told on a terminal counts. */
const dossier = (folder: string, ...args: readonly string[]) => runDossier(args, { DOSSIER_DATA: folder });
const here = (folder: string, ...args: readonly string[]) => runProgram(args, { DOSSIER_DATA: folder });

async function inUse(): Promise<string> {
  const folder = newFolder();
  expect((await here(folder, 'account', 'create', 'acme', '--credits', '5')).error).toBeNull();
  return folder;
}

/** SQLite would make a new database of a file without a byte. */
test.each([
  ['missing', (ledger: string) => rmSync(ledger), undefined],
  ['empty', (ledger: string) => truncateSync(ledger), 0],
])(
  'a ledger that is %s is refused in one line by whatever opens it, and begun again only on request',
  async (how, lose, left) => {
    const folder = await inUse();
    const ledger = join(folder, 'ledger.db');
    lose(ledger);
    const { status, stderr } = await dossier(folder, 'serve');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^dossier: .*ledger\\.db is ${how}\\. It contained .*\n$`)),
    ]);
    const said = new RegExp(
      `ledger\\.db is ${how}\\. It contained all accounts, keys, balances, usage and the audit log\\. .*\\.$`,
    );
    for (const args of [['account', 'list'], ['migrate'], ['backup', join(newFolder(), 'b')]]) {
      expect((await here(folder, ...args)).error).toMatch(said);
      expect(statSync(ledger, { throwIfNoEntry: false })?.size).toBe(left);
    }
    const { stdout } = await here(folder, 'doctor');
    expect(stdout).toMatch(new RegExp(`^wrong  files .*ledger\\.db is ${how}\\. .* restore a backup`, 'm'));
    expect(stdout).not.toMatch(/older version/);
    expect((await here(folder, 'migrate', '--make-missing')).stdout).toContain('Created empty: ledger.db.');
    expect((await here(folder, 'account', 'list', '--json')).stdout).toBe('[]\n');
  },
);

test('looks and dry runs make nothing', async () => {
  const folder = newFolder();
  const file = join(newFolder(), 'cut.csv');
  writeFileSync(file, 'entityid,entityname\n1,"ACME');
  for (const args of [
    ['sources', '--json'],
    ['account', 'list'],
    ['key', 'list'],
    ['ingest', 'us_co_business_entities', '--file', file, '--dry-run'],
  ]) {
    await here(folder, ...args);
    expect(readdirSync(folder), args.join(' ')).toEqual([]);
  }
});

test('a first load that fails leaves the sample to be served', async () => {
  const folder = await folderWithSample('dossier-lost-');
  const file = join(newFolder(), 'cut.csv');
  writeFileSync(file, 'entityid,entityname\n1,"ACME');
  expect((await here(folder, 'ingest', 'us_co_business_entities', '--file', file)).error).not.toBeNull();
  const { child, started } = await startServing(folder);
  expect(started.sample).toBe(true);
  await end(child, 'SIGTERM');
});

test('`--sample` never works on real data', async () => {
  const folder = await inUse();
  const { error } = await here(folder, 'account', 'create', 'x', '--credits', '1', '--sample');
  expect(error).toContain('The sample is not loaded into');
  expect(JSON.parse((await here(folder, 'account', 'list', '--json')).stdout)).toHaveLength(1);
});

test('only `migrate` changes the schema: a look and `serve` name it', async () => {
  const folder = await inUse();
  const tamper = new Database(join(folder, 'links.db'));
  tamper.exec('DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)');
  tamper.close();
  for (const args of [['account', 'list'], ['serve']]) {
    const { status, stderr } = await dossier(folder, ...args);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^dossier: .*older version.*dossier migrate\n$/),
    ]);
  }
});

test('an account is named by its name, which no other may take; a day that has passed is refused', async () => {
  const folder = await inUse();
  expect((await here(folder, 'account', 'grant', 'acme', '--credits', '2')).error).toBeNull();
  for (const [args, said] of [
    [['account', 'create', 'acme', '--credits', '1'], /An account "acme" already exists/],
    [['account', 'create', '', '--credits', '1'], /1 to 200 characters/],
    [['account', 'grant', 'acme', '--credits', '1', '--expires', '2020-01-01'], /must not be in the past/],
    [['key', 'create', '--account', 'acme', '--expires', '2020-01-01'], /must not be in the past/],
    [['key', 'list', '--account', 'nope'], /There is no account "nope"/],
  ] as const) {
    expect((await here(folder, ...args)).error).toMatch(said);
  }
});

test.each(['', '{"x"', 'null'])('an index named by %j is built again by `dossier index`', async (text) => {
  const folder = await inUse();
  await here(folder, 'index');
  writeFileSync(join(folder, 'index', 'current.json'), text);
  expect((await here(folder, 'index')).error).toBeNull();
  expect(JSON.parse(readFileSync(join(folder, 'index', 'current.json'), 'utf8'))).toHaveProperty('entities');
});

test('a file in place of the folder, and a ledger that is no database, are told in one line', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, 'x');
  const folder = await inUse();
  writeFileSync(join(folder, 'ledger.db'), 'x'.repeat(8_192));
  for (const [path, said] of [
    [file, /DOSSIER_DATA must be a folder\.\n$/],
    [folder, /ledger\.db is damaged\. .*restore a backup\.\n$/],
  ] as const) {
    const { status, stderr } = await dossier(path, 'account', 'list');
    expect([status, stderr.split('\n')]).toEqual([1, [expect.any(String), '']]);
    expect(stderr).toMatch(said);
  }
});
