import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { LEDGER_MIGRATIONS } from '../../../src/store/sqlite/ledger/migrations.js';
import { runProgram } from '../../support/processes/program.js';
import { openStore } from '../../support/store.js';

const NOW = Date.UTC(2026, 4, 5);

test('what the command line changes of accounts, credits and keys leaves audit rows, actor `cli`; what it refuses none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-audit-'));
  claimFolder(folder, 'data');
  const dossier = async (...args: readonly string[]) => {
    const { stdout } = await runProgram([...args, '--json'], { DOSSIER_DATA: folder }, () => NOW);
    return stdout === '' ? {} : (JSON.parse(stdout) as { id?: string });
  };
  const account = (await dossier('account', 'create', 'acme', '--credits', '10')).id ?? '';
  await dossier('account', 'grant', account, '--credits', '5');
  const key = (await dossier('key', 'create', '--account', account)).id ?? '';
  const rotated = (await dossier('key', 'rotate', key)).id ?? '';
  await dossier('key', 'revoke', rotated);
  await dossier('key', 'revoke', rotated);
  await dossier('account', 'grant', 'acc_none', '--credits', '5');
  await dossier('account', 'list');

  const { ledger, close } = await openStore(folder, { schema: 'current' });
  const rows = (await ledger.listAudit(100)).reverse();
  await close();
  expect(rows.map(({ action, target }) => [action, target])).toEqual([
    ['account.create', account],
    ['account.grant', `${account} 5`],
    ['key.create', key],
    ['key.create', rotated],
    ['key.expire', key],
    ['key.revoke', rotated],
  ]);
  expect(new Set(rows.map(({ keyId, at }) => `${keyId} ${at}`))).toEqual(new Set([`cli ${NOW}`]));
});

test('audit rows of an older ledger stay, and stay unchangeable', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-audit-')), 'ledger.db');
  const open = (versions: number) =>
    openDatabase({
      path,
      migrations: LEDGER_MIGRATIONS.slice(0, versions),
      schema: 'migrate',
      synchronous: 'full',
    });
  open(4).close();
  const old = new Database(path);
  old.pragma('foreign_keys = OFF');
  old.exec(`INSERT INTO audit_log VALUES (7, 1, 'key_1', 'key.create', 'key_2')`);
  old.close();
  const database = open(LEDGER_MIGRATIONS.length);
  expect(database.prepare('SELECT * FROM audit_log').all()).toEqual([
    { id: 7, at: 1, key_id: 'key_1', action: 'key.create', target: 'key_2', person: null },
  ]);
  expect(() => database.exec('DELETE FROM audit_log')).toThrow('audit_log are never deleted');
  expect(() => database.exec('UPDATE audit_log SET at = 2')).toThrow('audit_log are never changed');
  database.close();
});
