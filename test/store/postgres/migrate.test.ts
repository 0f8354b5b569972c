import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import {
  MIGRATIONS,
  type Migration,
  migrate,
  schemaVersion,
} from '../../../src/store/postgres/schema/migrate.js';
import { SchemaMismatchError } from '../../../src/store/store.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import { chargeOf, DAY, idOf, newAccount, START } from '../ledger/support/fixtures.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Rows of all tables up to version 4, as a ledger in use wrote them: parents stand before children. They are of their time and
 * stay as they are when a step is added.
 */
const ROWS = Object.entries(
  JSON.parse(readFileSync('test/store/postgres/rows-of-version-4.json', 'utf8')) as Record<string, Row[]>,
);
const [HARBOR, COVE] = ['acc_000000000001', 'acc_000000000002'] as const;
const BALANCES = { [HARBOR]: 86, [COVE]: 32 };
const NOW = START + 5 * DAY;
const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'a step of a day to come',
  up: `CREATE TABLE cluster.steps (at timestamptz NOT NULL)
  ;;
  INSERT INTO cluster.steps VALUES (clock_timestamp())`,
};
const NEWER = [...MIGRATIONS, NEXT];
const upTo = (version: number) => MIGRATIONS.slice(0, version);

describe.skipIf(!hasPostgres)('the schema in PostgreSQL', () => {
  let database: string;
  let pool: Pool;
  beforeEach(async () => {
    database = await newDatabase();
    pool = await poolOf(database);
  });
  afterEach(async () => {
    await pool.close();
    await dropDatabase(database);
  });

  const steps = () =>
    query<{ version: number; name: string }>(
      database,
      'SELECT version, name FROM cluster.schema_version ORDER BY version',
    );
  const written = (migrations: readonly Migration[]) =>
    migrations.map(({ version, name }) => ({ version, name }));

  test('steps count up from 1 without gaps', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });

  test('the rows of before are of all tables that versions up to 4 have', async () => {
    await migrate(pool, 'migrate', upTo(4));
    const others = ['cluster.schema_version', 'ledger.charges_rest', 'ledger.moved'];
    const tables = [...ROWS.map(([table]) => table), ...others];
    expect(tables.toSorted()).toEqual((await tablesOf(database)).toSorted());
    expect(ROWS.filter(([, rows]) => rows.length === 0)).toEqual([]);
  });

  test.each(MIGRATIONS.map((_, version) => version))(
    'a database of version %i keeps each row and each balance, and its ledger goes on',
    async (version) => {
      await migrate(pool, 'migrate', upTo(version));
      const tables = await fill(database);
      const before = await rowsOf(database, tables);
      await migrate(pool, 'migrate');
      expect(await steps()).toEqual(written(MIGRATIONS));
      expect(await rowsOf(database, tables)).toEqual(before);
      await expectLedger(database, tables.includes('ledger.accounts'));
    },
  );

  test('a present database stays as it is', async () => {
    await migrate(pool, 'create');
    const before = await rowsOf(database, await fill(database));
    for (const mode of ['migrate', 'create', 'current'] as const) await migrate(pool, mode);
    expect(await rowsOf(database, await tablesOf(database))).toEqual(before);
    expect(await steps()).toEqual(written(MIGRATIONS));
  });

  test('an older program refuses a newer database, whatever it may do', async () => {
    await migrate(pool, 'migrate', NEWER);
    for (const mode of ['current', 'create', 'migrate'] as const) {
      const refused = migrate(pool, mode);
      await expect(refused).rejects.toThrow(SchemaMismatchError);
      await expect(refused).rejects.toThrow(/created by a newer version/);
    }
    expect(await steps()).toEqual(written(NEWER));
  });

  test('a newer program refuses an older database, until it is told to migrate', async () => {
    await migrate(pool, 'create');
    for (const mode of ['current', 'create'] as const) {
      const refused = migrate(pool, mode, NEWER);
      await expect(refused).rejects.toThrow(SchemaMismatchError);
      await expect(refused).rejects.toThrow(/Back up, then run: dossier migrate/);
    }
    expect(await steps()).toEqual(written(MIGRATIONS));
    await migrate(pool, 'migrate', NEWER);
    await migrate(pool, 'current', NEWER);
    expect(await steps()).toEqual(written(NEWER));
  });

  test('a step that fails leaves nothing of itself and of the steps before it', async () => {
    await migrate(pool, 'create');
    const broken = { version: NEXT.version + 1, name: 'broken', up: 'SELECT nonsense' };
    await expect(migrate(pool, 'migrate', [...NEWER, broken])).rejects.toThrow(/nonsense/);
    expect(await pool.read(schemaVersion)).toBe(MIGRATIONS.length);
    expect(await tablesOf(database)).not.toContain('cluster.steps');
    await migrate(pool, 'migrate', NEWER);
  });

  test('of programs that migrate at once one does it, and the others wait for it', async () => {
    await migrate(pool, 'create');
    // Longer than a server lets anybody wait for a lock: the others ask again.
    const slow = [...MIGRATIONS, { ...NEXT, up: `${NEXT.up}\n;;\nSELECT pg_sleep(2.5)` }];
    const pools = await Promise.all([1, 2, 3].map(() => poolOf(database)));
    await Promise.all(pools.map((one) => migrate(one, 'migrate', slow)));
    for (const one of pools) await one.close();
    expect(await steps()).toEqual(written(NEWER));
    expect(await query(database, 'SELECT at FROM cluster.steps')).toHaveLength(1);
  });

  test('an older program that waited behind a newer one is refused', async () => {
    await migrate(pool, 'migrate', upTo(MIGRATIONS.length - 1));
    await query(database, 'CREATE TABLE waits ()');
    const untilWaits = `DO $$ BEGIN
        WHILE NOT EXISTS (SELECT FROM waits) LOOP PERFORM pg_sleep(0.02); END LOOP;
      END $$`;
    const slow = [...MIGRATIONS, { ...NEXT, up: `${NEXT.up}\n;;\n${untilWaits}` }];
    const other = await poolOf(database);
    const others = (which: string) =>
      expect.poll(() =>
        query(
          database,
          `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND ${which}`,
        ),
      );
    const migrating = migrate(other, 'migrate', slow);
    await others(`query ~ 'FROM waits'`).toHaveLength(1);
    const refused = expect(migrate(pool, 'migrate')).rejects.toThrow(/created by a newer version/);
    await others(`wait_event = 'advisory'`).toHaveLength(1);
    await query(database, 'INSERT INTO waits DEFAULT VALUES');
    await refused;
    await migrating;
    await other.close();
    expect(await steps()).toEqual(written(NEWER));
  });
});

async function poolOf(database: string): Promise<Pool> {
  return new Pool(new Primary(await optionsFor(database)), { max: 2 });
}

/** Writes the rows of those tables that the database has. Gives their names. */
async function fill(database: string): Promise<readonly string[]> {
  const there = await tablesOf(database);
  const filled = ROWS.filter(([table]) => there.includes(table));
  for (const [table, rows] of filled) {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    // A step writes the one row of some tables.
    await query(
      database,
      `${'one' in (rows[0] ?? {}) ? `DELETE FROM ${table};` : ''}
      INSERT INTO ${table} (${columns}) SELECT ${columns}
        FROM jsonb_populate_recordset(NULL::${table}, '${JSON.stringify(rows)}')`,
    );
  }
  await countOn(database);
  return filled.map(([table]) => table);
}

/** The next numbers follow those of the rows. */
async function countOn(database: string): Promise<void> {
  const columns = await query<{ table: string; column: string }>(
    database,
    `SELECT table_schema || '.' || table_name AS table, column_name AS column FROM information_schema.columns
     WHERE is_identity = 'YES'`,
  );
  for (const { table, column } of columns)
    await query(
      database,
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), max(${column})) FROM ${table}`,
    );
}

async function tablesOf(database: string): Promise<readonly string[]> {
  const tables = await query<{ name: string }>(
    database,
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('cluster', 'ledger', 'state')`,
  );
  return tables.map(({ name }) => name);
}

/** Rows by table, in the columns of the version that wrote them. */
async function rowsOf(database: string, tables: readonly string[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const [table, rows] of ROWS) {
    if (!tables.includes(table)) continue;
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    found[table] = await query<Row>(database, `SELECT ${columns} FROM ${table} ORDER BY ${columns}`);
    expect(found[table]).toHaveLength(rows.length);
  }
  return found;
}

/** The books are right, and a charge and its refund change them as they should. */
async function expectLedger(database: string, filled: boolean): Promise<void> {
  const ledger = await openPostgresLedger({
    postgres: await optionsFor(database),
    schema: 'current',
    clock: 'caller',
  });
  try {
    expect(await ledger.verify()).toEqual([]);
    const balances = filled ? BALANCES : { [(await ledger.createAccount(newAccount())).id]: 100 };
    for (const [id, available] of Object.entries(balances)) {
      const balance = async () => (await ledger.balance(id, NOW)).available;
      expect(await balance()).toBe(available);
      const [charged] = await ledger.charge([chargeOf(id, 'key_000000000001', 4, NOW)]);
      expect(await balance()).toBe(available - 4);
      await ledger.refund(idOf(charged), 'client_gone', NOW);
      expect(await balance()).toBe(available);
    }
    expect(await ledger.verify()).toEqual([]);
  } finally {
    await ledger.close();
  }
}
