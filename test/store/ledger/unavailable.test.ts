import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { Database, type Sqlite } from '../../../src/store/sqlite/file/driver.js';
import { sqliteLedger } from '../../../src/store/sqlite/ledger/ledger.js';
import { LEDGER_MIGRATIONS } from '../../../src/store/sqlite/ledger/migrations.js';
import { type Account, type KeyRecord, LedgerUnavailableError } from '../../../src/store/store.js';
import { chargeOf, newAccount, newKey, type OpenLedger, START } from './support/fixtures.js';

let folder: string;
let path: string;
let database: Sqlite;
let ledger: OpenLedger;
let account: Account;
let key: KeyRecord;

const open = (readOnly: boolean) => {
  const schema = readOnly ? ('current' as const) : ('migrate' as const);
  database = openDatabase({
    path,
    migrations: LEDGER_MIGRATIONS,
    schema,
    synchronous: 'full',
    busyTimeoutMs: 10,
    readOnly,
  });
  ledger = sqliteLedger(database);
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  path = join(folder, 'ledger.db');
  open(false);
  account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 1_000_000 });
  key = await ledger.createKey(newKey(account.id));
});
afterEach(async () => {
  expect(await ledger.verify()).toEqual([]);
  await ledger.close();
  rmSync(folder, { recursive: true });
});

const charge = (count = 1) =>
  ledger.charge(Array.from({ length: count }, () => chargeOf(account.id, key.id, 1)));
const rows = () => database.prepare('SELECT count(*) FROM charges').pluck().get();

test('a full disk charges nobody, not even the first of a batch, and is over when there is room', async () => {
  await charge(10);
  const pages = database.pragma('page_count', { simple: true });
  database.pragma(`max_page_count = ${pages}`);
  await expect(charge(5_000)).rejects.toThrow(LedgerUnavailableError);
  expect(rows()).toBe(10);
  database.pragma('max_page_count = 1000000');
  expect(await charge()).toMatchObject([{ charged: true, remaining: 999_989 }]);
});

test('a read-only file charges nobody, and balances can still be read', async () => {
  await charge();
  await ledger.close();
  open(true);
  await expect(charge()).rejects.toThrow(LedgerUnavailableError);
  await expect(ledger.refund(1, 'client_gone', START)).rejects.toThrow(LedgerUnavailableError);
  expect((await ledger.balance(account.id, START)).available).toBe(999_999);
});

test('a file that another process keeps locked charges nobody', async () => {
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(charge()).rejects.toThrow(LedgerUnavailableError);
  other.exec('ROLLBACK');
  other.close();
  expect(await charge()).toMatchObject([{ charged: true }]);
});

test.each(['ledger.db', 'ledger.db-wal'])(
  'a ledger whose %s is removed or replaced charges nobody, and is well again when it is put back',
  async (name) => {
    await charge();
    const file = join(folder, name);
    renameSync(file, `${file}-aside`);
    await expect(charge()).rejects.toThrow(LedgerUnavailableError);
    await expect(ledger.probe()).rejects.toThrow(LedgerUnavailableError);
    copyFileSync(`${file}-aside`, file);
    await expect(charge()).rejects.toThrow(LedgerUnavailableError);
    await expect(ledger.createKey(newKey(account.id))).rejects.toThrow(LedgerUnavailableError);
    renameSync(`${file}-aside`, file);
    expect(await charge()).toMatchObject([{ charged: true, remaining: 999_998 }]);
  },
);

test('a closed ledger charges nobody', async () => {
  await ledger.close();
  await expect(charge()).rejects.toThrow(LedgerUnavailableError);
  open(false);
});
