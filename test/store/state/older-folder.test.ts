import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/driver.js';
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
  ledger.pragma('wal_checkpoint(TRUNCATE)');
  ledger.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `state.db${end}`), { force: true });
}

test('a folder of the version before is brought up to date by migrate alone, which makes state.db', async () => {
  const folder = await inUse();
  makeOlder(folder);
  expect((await run(folder, 'account', 'list')).error).toMatch(/older version.*dossier migrate$/);
  expect((await run(folder, 'doctor')).stdout).toMatch(/ledger\.db was made by an older version/);
  expect((await run(folder, 'migrate')).stdout).toContain('Migrated: ledger.db.');
  expect((await run(folder, 'account', 'list')).error).toBeNull();
});

test('a state that is lost is told, and begun again only on request', async () => {
  const folder = await inUse();
  rmSync(join(folder, 'state.db'));
  for (const command of ['account list', 'migrate', 'doctor']) {
    const { error, stdout } = await run(folder, ...command.split(' '));
    expect(`${error} ${stdout}`).toMatch(/state\.db is missing: it held /);
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
