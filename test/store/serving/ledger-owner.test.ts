import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ledgerRpc } from '../../../src/store/serving/ledger-client.js';
import { LedgerOwner } from '../../../src/store/serving/ledger-owner.js';
import { openLedger } from '../../../src/store/sqlite/ledger/ledger.js';
import {
  LedgerAnswerLostError,
  LedgerUnavailableError,
  SchemaMismatchError,
} from '../../../src/store/store.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { ledgerContract } from '../ledger/support/contract.js';
import { chargeOf, newAccount, newKey, START } from '../ledger/support/fixtures.js';

const threadOf = (path: string) => ({
  module: 'store/sqlite/serving/exact-thread.js',
  data: { ledger: path },
  sendsAll: false,
  stopWithinMs: 5_000,
});

async function open(folder: string, onNewThread = () => {}): Promise<LedgerOwner> {
  const path = join(folder, 'ledger.db');
  await openLedger({ path, schema: 'migrate' }).close();
  return LedgerOwner.open({ thread: threadOf(path), onNewThread, onLoss: (why) => losses.push(why) });
}

const losses: string[] = [];
beforeEach(() => watchThreads());
afterEach(() => {
  forgetThreads();
  losses.length = 0;
});

ledgerContract('SQLite in a thread of its own', async (folder) => {
  const owner = await open(folder);
  return { ...owner.ledger, close: () => owner.close() };
});

test('what was sent to a ledger thread that ends is told that nobody knows, what was not that nothing was charged; another takes its place, and the sums hold', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  let lines = 0;
  let again = () => {};
  const owner = await open(folder, () => {
    lines += 1;
    if (lines > 1) again();
  });
  const account = await owner.ledger.createAccount({ ...newAccount(), monthlyCredits: 1_000 });
  const key = await owner.ledger.createKey(newKey(account.id));
  const replaced = new Promise<void>((resolve) => {
    again = resolve;
  });
  const charge = () => owner.ledger.charge([chargeOf(account.id, key.id, 1)]);
  const [first, ...others] = Array.from({ length: 200 }, charge);
  const settling = Promise.allSettled([first, ...others]);
  await first;
  await threads[0]?.terminate();
  const settled = await settling;
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  const lost = refused.filter((error) => error instanceof LedgerAnswerLostError);
  const unsent = refused.filter((error) => error instanceof LedgerUnavailableError);
  expect(lost.length).toBeGreaterThan(0);
  expect(lost.length + unsent.length).toBe(refused.length);
  await expect(charge()).rejects.toThrow(LedgerUnavailableError);
  await replaced;
  const { available } = await owner.ledger.balance(account.id, START);
  expect(1_000 - available).toBeGreaterThanOrEqual(settled.length - refused.length);
  expect(1_000 - available).toBeLessThanOrEqual(settled.length - unsent.length);
  expect(await charge()).toMatchObject([{ charged: true, remaining: available - 1 }]);
  expect(await owner.ledger.verify()).toEqual([]);
  expect(losses).toHaveLength(1);
  await owner.close();
  rmSync(folder, { recursive: true });
});

test('errors keep their class on the way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  const owner = await open(folder);
  await expect(owner.ledger.balance('acc_none', START)).rejects.toThrow(RangeError);
  await owner.close();
  await expect(owner.ledger.listAccounts()).rejects.toThrow(LedgerUnavailableError);
  rmSync(folder, { recursive: true });
});

test('a file of another version ends the start, with the sentence that says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-ledger-'));
  const path = join(folder, 'ledger.db');
  const { Database } = await import('../../../src/store/sqlite/file/driver.js');
  new Database(path).exec('CREATE TABLE schema_version (version INTEGER PRIMARY KEY, name TEXT)').close();
  const opening = LedgerOwner.open({ thread: threadOf(path), onNewThread: () => {}, onLoss: () => {} });
  await expect(opening).rejects.toThrow(SchemaMismatchError);
  rmSync(folder, { recursive: true });
});

test('a line that leads nowhere refuses at once', async () => {
  await expect(ledgerRpc().call('listAccounts', [])).rejects.toThrow(LedgerUnavailableError);
});
