import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyLedger } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { FaultyProxy } from '../../support/postgres/proxy.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  sharedServer,
} from '../../support/postgres/server.js';
import { SQLITE } from '../ledger/support/engines.js';
import { START } from '../ledger/support/fixtures.js';
import { Subject } from '../ledger/support/subject.js';
import { templateDatabase } from './ledger-engine.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;
/** Longer than a server waits for the next statement of a transaction that may hold accounts. */
const MS = 2_300;

describe.skipIf(!isOwnServer)('a node that pauses between two statements', () => {
  let database: string;
  let proxy: FaultyProxy;

  beforeAll(async () => {
    database = await newDatabase(await templateDatabase());
    proxy = new FaultyProxy(sharedServer().folder);
    await proxy.listen();
  });
  afterAll(async () => {
    proxy.close();
    await dropDatabase(database);
  });

  const pauseBefore = (piece: string) =>
    proxy.set({ fault: 'delay', direction: 'to the server', piece, ms: MS });

  test('copies a ledger to PostgreSQL, verifies it there, and copies it back', async () => {
    const url = `postgres://postgres@/${database}?host=${proxy.folder}`;
    const postgres = { ...(await optionsFor(database)), url };
    const { folder, ledger: copied } = await Subject.open(SQLITE, ['Copied 0', 'Copied 1', 'Copied 2']);
    pauseBefore('INSERT INTO ledger.accounts');
    await copyLedger(folder, postgres, 'postgres', async () => undefined);
    expect(proxy.struck).toBe(true);
    await copied.close();

    const ledger = await openPostgresLedger({ postgres, schema: 'current', clock: 'caller' });
    const accounts = await ledger.listAccounts();
    pauseBefore('stands twice');
    expect(await ledger.verify()).toEqual([]);
    expect([accounts.length, proxy.struck]).toEqual([3, true]);
    await ledger.close();

    mkdirSync(join(folder, 'aside'));
    renameSync(join(folder, 'ledger.db'), join(folder, 'aside', 'ledger.db'));
    pauseBefore('FETCH');
    await copyLedger(folder, postgres, 'sqlite', async () => undefined);
    expect(proxy.struck).toBe(true);
    const back = await SQLITE.open(folder);
    expect(await back.listAccounts()).toEqual(accounts);
    expect(await back.latestTime()).toBeGreaterThanOrEqual(START);
    await back.close();
  });
});
