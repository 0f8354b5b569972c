import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { STATE_SINCE } from '../../../src/store/sqlite/ledger/migrations.js';
import { runProgram } from '../../support/processes/program.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-older-'));
const run = (folder: string, ...args: readonly string[]) => runProgram(args, { DOSSIER_DATA: folder });

async function inUse(): Promise<string> {
  const folder = newFolder();
  expect((await run(folder, 'account', 'create', 'acme', '--credits', '5')).error).toBeNull();
  return folder;
}

/** As the version before `state.db` left it. */
function makeOlder(folder: string): void {
  const ledger = new Database(join(folder, 'ledger.db'));
  ledger.prepare('DELETE FROM schema_version WHERE version >= ?').run(STATE_SINCE);
  // What a later version added.
  ledger.exec('ALTER TABLE audit_log DROP COLUMN person');
  ledger.pragma('wal_checkpoint(TRUNCATE)');
  ledger.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `state.db${end}`), { force: true });
}

test('a folder of the version before is brought up to date by migrate alone, which makes state.db', async () => {
  const folder = await inUse();
  makeOlder(folder);
  expect((await run(folder, 'account', 'list')).error).toMatch(/older version.*dossier migrate$/);
  expect((await run(folder, 'doctor')).stdout).toMatch(/ledger\.db has the schema of an older version/);
  expect((await run(folder, 'migrate')).stdout).toContain('Migrated: ledger.db.');
  expect((await run(folder, 'account', 'list')).error).toBeNull();
});

test('a backup of a folder of the version before has the databases that are there, and restores', async () => {
  const [backup, restored] = [join(newFolder(), 'b0'), join(newFolder(), 'restored')];
  const folder = await inUse();
  makeOlder(folder);
  const made = await run(folder, 'backup', backup, '--json');
  expect(made.error).toBeNull();
  const { files } = JSON.parse(made.stdout) as { files: { name: string }[] };
  expect(files.map(({ name }) => name)).toEqual(['links.db', 'catalog.db', 'ledger.db']);
  expect(readdirSync(backup).sort()).toEqual(['backup.json', 'catalog.db', 'ledger.db', 'links.db']);
  expect((await run(restored, 'restore', backup)).error).toBeNull();
  expect((await run(restored, 'account', 'list')).stdout).toContain('acme');
});

test.each(['catalog.db', 'links.db', 'ledger.db'])(
  'migrate is refused while another process has %s open, and changes nothing',
  async (name) => {
    const folder = await inUse();
    makeOlder(folder);
    // As a service of any version has its databases open.
    const other = new Database(join(folder, name));
    other.prepare('SELECT count(*) FROM schema_version').get();
    for (const args of [['migrate'], ['migrate', '--make-missing']]) {
      const { error } = await run(folder, ...args);
      expect(error).toBe(
        `${folder} is in use: another process has ${name} open. Stop the service and all other commands on this folder, then try again.`,
      );
    }
    expect(other.prepare('SELECT count(*) FROM schema_version').get()).toBeDefined();
    expect((await run(folder, 'account', 'list')).error).toMatch(/older version.*dossier migrate$/);
    other.close();
    expect((await run(folder, 'migrate')).stdout).toContain('Migrated: ledger.db.');
  },
);

test('a lost database is not created while another process has the others open', async () => {
  const folder = await inUse();
  rmSync(join(folder, 'ledger.db'));
  const other = new Database(join(folder, 'catalog.db'));
  other.prepare('SELECT count(*) FROM schema_version').get();
  expect((await run(folder, 'migrate', '--make-missing')).error).toMatch(
    /in use: another process has catalog\.db open/,
  );
  expect(existsSync(join(folder, 'ledger.db'))).toBe(false);
  other.close();
  expect((await run(folder, 'migrate', '--make-missing')).stdout).toContain('Created empty: ledger.db.');
});

test('a state that is lost is told, and begun again only on request', async () => {
  const folder = await inUse();
  rmSync(join(folder, 'state.db'));
  for (const command of ['account list', 'migrate', 'doctor']) {
    const { error, stdout } = await run(folder, ...command.split(' '));
    expect(`${error} ${stdout}`).toMatch(
      /state\.db is missing\. It contained all watches with their secrets and unsent messages, exports, matched lists, sign-in sessions and leases\./,
    );
  }
  const { stdout } = await run(folder, 'migrate', '--make-missing');
  expect(stdout).toContain('Created empty: state.db.');
  expect((await run(folder, 'account', 'list')).error).toBeNull();
});

test('a backup of the version before is restored', async () => {
  const [backup, restored] = [newFolder(), join(newFolder(), 'restored')];
  const folder = await inUse();
  expect((await run(folder, 'backup', backup)).error).toBeNull();
  makeOlder(backup);
  const path = join(backup, 'backup.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const { createHash } = await import('node:crypto');
  const bytes = readFileSync(join(backup, 'ledger.db'));
  manifest.files = manifest.files
    .filter(({ name }: { name: string }) => name !== 'state.db')
    .map((file: { name: string }) =>
      file.name === 'ledger.db'
        ? { ...file, sha256: createHash('sha256').update(bytes).digest('hex') }
        : file,
    );
  writeFileSync(path, JSON.stringify(manifest));
  expect((await run(restored, 'restore', backup)).error).toBeNull();
  expect((await run(restored, 'account', 'list')).stdout).toContain('acme');
});
