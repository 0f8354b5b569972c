import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import { lockBalances } from '../../../src/store/postgres/ledger/locked-balance.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import { templateDatabase } from './ledger-engine.js';

const ROWS = `INSERT INTO ledger.accounts SELECT name, name, 0, 1, 0 FROM unnest(array['a', 'b', 'c']) AS name;
  INSERT INTO ledger.purses SELECT id, 0 FROM ledger.accounts`;
/** A table as an extension makes it that divides `refunds` among servers. */
const SHARD = `CREATE TABLE ledger.refunds_102034 (LIKE ledger.refunds);
  INSERT INTO ledger.refunds_102034 VALUES (1, 1, 'a', 0, '', 1, '[]');
  CREATE TRIGGER never_change BEFORE UPDATE OR DELETE ON ledger.refunds_102034
    FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse()`;

describe.skipIf(!hasPostgres)('rows of several accounts', () => {
  let database: string;
  let pool: Pool;
  beforeEach(async () => {
    database = await newDatabase(await templateDatabase());
    pool = new Pool(new Primary(await optionsFor(database)), { max: 2 });
    await query(database, ROWS);
  });
  afterEach(async () => {
    await pool.close();
    await dropDatabase(database);
  });

  test('are locked in one order, and those that another transaction has locked are skipped if asked', async () => {
    const idsOf = (rows: readonly { accountId: string }[]) => rows.map(({ accountId }) => accountId);
    await pool.write(async (one) => {
      expect(idsOf(await lockBalances(one, ['c', 'a', 'missing']))).toEqual(['a', 'c']);
      await pool.write(async (other) => {
        expect(idsOf(await lockBalances(other, ['c', 'b', 'a'], true))).toEqual(['b']);
        await expect(
          other.rows(`SELECT 1 FROM ledger.purses WHERE account_id = 'a' FOR UPDATE NOWAIT`),
        ).rejects.toThrow('could not obtain lock');
        // The transaction failed with the statement.
        await other.change('ROLLBACK');
        await other.change('BEGIN');
      });
    });
  });

  test('are removed by a roll-up from shards, too, and by nobody else', async () => {
    await query(database, SHARD);
    const remove = 'DELETE FROM ledger.refunds_102034';
    await expect(query(database, remove)).rejects.toThrow('refunds_102034 are never deleted');
    const rollingUp = `SET LOCAL dossier.rolling_up = 'on'`;
    await expect(
      query(database, `BEGIN; ${rollingUp}; UPDATE ledger.refunds_102034 SET at = 1; COMMIT`),
    ).rejects.toThrow('refunds_102034 are never changed');
    await query(database, `BEGIN; ${rollingUp}; ${remove}; COMMIT`);
    expect(await query(database, 'SELECT * FROM ledger.refunds_102034')).toEqual([]);
    await expect(query(database, `BEGIN; ${rollingUp}; DELETE FROM ledger.grants; COMMIT`)).rejects.toThrow(
      'grants are never deleted',
    );
  });
});
