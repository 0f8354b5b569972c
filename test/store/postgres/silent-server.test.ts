import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { FaultyProxy } from '../../support/postgres/proxy.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  sharedServer,
} from '../../support/postgres/server.js';
import { chargeOf, newAccount, newKey } from '../ledger/support/fixtures.js';
import { templateDatabase } from './ledger-engine.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('a ledger whose server falls silent', () => {
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

  test('is closed without its goodbye, whether it charged or did anything else', async () => {
    const url = `postgres://postgres@/${database}?host=${proxy.folder}`;
    const ledger = await openPostgresLedger({
      postgres: { ...(await optionsFor(database)), url },
      schema: 'current',
    });
    const now = Date.now();
    const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 9, createdAt: now });
    const key = await ledger.createKey({ ...newKey(account.id), hash: 'h' });
    expect(await ledger.charge([chargeOf(account.id, key.id, 1, now)])).toMatchObject([{ charged: true }]);
    proxy.silence();
    await ledger.close();
  });
});
