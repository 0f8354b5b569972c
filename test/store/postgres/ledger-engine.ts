import { existsSync } from 'node:fs';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { dropDatabase, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import type { LedgerEngine } from '../ledger/support/engine.js';

interface Place {
  readonly database: string;
  readonly postgres: PostgresOptions;
}

/** The database of each folder: a folder that is gone takes its own with it. */
const places = new Map<string, Place>();
let template: Promise<string> | undefined;

/** A database with the schema and no rows; copies of it are made in a few milliseconds. */
export async function templateDatabase(): Promise<string> {
  template ??= (async () => {
    const name = await newDatabase();
    await (
      await openPostgresLedger({ postgres: await optionsFor(name), schema: 'create', clock: 'caller' })
    ).close();
    return name;
  })();
  return await template;
}

async function placeOf(folder: string): Promise<Place> {
  const known = places.get(folder);
  if (known) return known;
  for (const [old, { database }] of places) {
    if (existsSync(old)) continue;
    places.delete(old);
    await dropDatabase(database);
  }
  const database = await newDatabase(await templateDatabase());
  const place = { database, postgres: await optionsFor(database) };
  places.set(folder, place);
  return place;
}

/** The name of the database that belongs to a folder. */
export async function databaseOf(folder: string): Promise<string> {
  return (await placeOf(folder)).database;
}

function known(folder: string): Place {
  const place = places.get(folder);
  if (!place) throw new Error(`No ledger was opened in ${folder}.`);
  return place;
}

const run = (folder: string, sql: string) =>
  query(known(folder).database, `SET search_path = ledger; ${sql}`);

export const POSTGRES: LedgerEngine = {
  name: 'PostgreSQL',
  open: async (folder) =>
    await openPostgresLedger({
      postgres: (await placeOf(folder)).postgres,
      schema: 'current',
      clock: 'caller',
    }),
  write: async (folder, sql) => void (await run(folder, sql)),
  tamper: async (folder, sql) => {
    const { database } = known(folder);
    const tables = await query<{ name: string }>(
      database,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'ledger'`,
    );
    for (const { name } of tables) await run(folder, `ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await run(folder, sql);
  },
  rows: (folder, sql) => run(folder, sql),
  countRows: async (folder, table) => {
    const { database } = known(folder);
    const [row] = await query<{ count: string }>(database, `SELECT count(*) FROM ledger.${table}`);
    return Number(row?.count ?? 0);
  },
  module: 'src/store/postgres/ledger/ledger.ts',
  optionsIn: (folder) => ({ postgres: known(folder).postgres, schema: 'current', clock: 'caller' }),
  sql: {
    raiseCounter: 'UPDATE purses SET remaining[1] = remaining[1] + 1',
    dropCounter: 'UPDATE purses SET grant_ids = grant_ids[2:], remaining = remaining[2:]',
    lowerCounterBelowZero: 'UPDATE purses SET remaining[1] = -1',
    forgetRollUp: 'UPDATE rolled_up SET until = 0',
    addManyAccounts: `INSERT INTO accounts SELECT 'many ' || n, 'many ' || n, 0, 1, 0 FROM generate_series(1, 150000) n;
      INSERT INTO purses SELECT id, 0 FROM accounts WHERE name LIKE 'many %'`,
  },
};
