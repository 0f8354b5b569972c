import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresLedger } from '../../src/store/postgres/ledger/ledger.js';
import { newAccount, newKey } from '../store/ledger/support/fixtures.js';
import { templateDatabase } from '../store/postgres/ledger-engine.js';
import { booksOf, ChargingNode } from '../support/postgres/nodes-under-load.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';

const CREDITS = 10_000;

describe.skipIf(!hasPostgres)('three nodes that spend one account', () => {
  let database: string;
  beforeAll(async () => {
    database = await newDatabase(await templateDatabase());
  });
  afterAll(() => dropDatabase(database));

  test('spend each credit once and end at exactly zero, each with a part', async () => {
    const postgres = await optionsFor(database);
    const ledger = await openPostgresLedger({ postgres, schema: 'current' });
    const now = Date.now();
    const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0, createdAt: now });
    const key = await ledger.createKey(newKey(account.id));
    for (const credits of [CREDITS - 7, 7])
      await ledger.grant({ accountId: account.id, credits, reason: 'x', createdAt: now, expiresAt: null });
    const payer = { accountId: account.id, keyId: key.id };
    const nodes = await Promise.all(
      ['a', 'b', 'c'].map((name) => ChargingNode.startHeld(name, postgres, [payer])),
    );
    // One that began before the others could spend all.
    for (const node of nodes) node.go();
    await Promise.all(nodes.map((node) => node.untilEnd()));
    const answered = nodes.map((node) => node.answered.size);
    expect(answered.reduce((sum, count) => sum + count, 0)).toBe(CREDITS);
    expect(Math.min(...answered)).toBeGreaterThan(0);
    expect((await ledger.balance(account.id, now)).available).toBe(0);
    await ledger.close();
    const rows = await query<{ id: string }>(database, 'SELECT request_id AS id FROM ledger.charges');
    const books = await booksOf(
      postgres,
      rows.map(({ id }) => id),
      nodes,
    );
    expect(books).toEqual({ unpaid: 0, twice: 0, owed: 0, surplus: 0, findings: [] });
  });
});
