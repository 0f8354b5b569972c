import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresPrograms, PostgresCluster } from '../../../scripts/postgres-cluster.js';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { hostsOf } from '../../../src/store/postgres/connection/address.js';
import { TYPES } from '../../../src/store/postgres/connection/connect.js';
import { runFolder } from '../run/run-folder.js';

/**
 * The server that all tests of a run share: that of `DOSSIER_TEST_PG_URL` (its user makes databases), else one that the
 * first test starts and the end of the run stops. Nothing is on a disk for long, so nothing waits for one.
 */
const FAST = { fsync: 'off', max_connections: '200', shared_buffers: '32MB' };
const GIVEN = process.env.DOSSIER_TEST_PG_URL;
/** Owns the databases of the run's own server, and may do nothing else there: a managed service gives no superuser either. */
const OWNER = 'plain';
const PROGRAMS = findPostgresPrograms();

export const hasPostgres = GIVEN !== undefined || PROGRAMS !== undefined;
if (!hasPostgres) {
  const why = 'No PostgreSQL 15 or later was found, and DOSSIER_TEST_PG_URL names none';
  if (process.env.CI !== undefined) throw new Error(`${why}.`);
  process.stderr.write(`${why}: NOTHING that needs a server of PostgreSQL was tested.\n`);
}

/** Where the run's own server lives; see `scratch-folder.ts`. */
export function sharedServer(): PostgresCluster {
  return new PostgresCluster(join(runFolder(), 'postgres'), PROGRAMS ?? '', FAST);
}

/** For tests that kill their servers. */
export function newServer(folder: string, settings: Readonly<Record<string, string>> = {}): PostgresCluster {
  return new PostgresCluster(folder, PROGRAMS ?? '', { ...FAST, ...settings });
}

/** The address of a database of the shared server; that of `postgres` is for its superuser. */
async function urlOf(database: string): Promise<string> {
  if (GIVEN !== undefined) return GIVEN.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
  await startOnce();
  const url = sharedServer().urlOf(database);
  return database === 'postgres' ? url : url.replace('//postgres@', `//${OWNER}@`);
}

/** Of all files of a run that want it one starts it, and the others wait. */
async function startOnce(): Promise<void> {
  const mark = join(runFolder(), 'postgres-starts');
  const ready = join(runFolder(), 'postgres-ready');
  if (existsSync(ready)) return;
  let first = true;
  try {
    mkdirSync(mark);
  } catch {
    first = false;
  }
  if (first) {
    sharedServer().start();
    await sharedServer().run(`CREATE ROLE ${OWNER} LOGIN;`);
    writeFileSync(ready, '');
  }
  for (let tried = 0; !existsSync(ready); tried += 1) {
    if (tried === 600) throw new Error('The server of PostgreSQL did not start in 60 s.');
    await wait(100);
  }
}

/** A session on a server of the test's own, for what must be asked at once: a busy machine takes long to start psql. */
export async function openSession(server: PostgresCluster): Promise<pg.Client> {
  const [host] = hostsOf({ url: server.urlOf('postgres'), passwordFile: null });
  const session = new pg.Client({ ...host, types: TYPES });
  // It ends with the server, which the test kills.
  session.on('error', () => undefined);
  await session.connect();
  return session;
}

let made = 0;

/** An empty database, or a copy of one that nobody uses. */
export async function newDatabase(template = 'template1'): Promise<string> {
  made += 1;
  const name = `d${process.pid}_${made}`;
  const owner = GIVEN === undefined ? `OWNER ${OWNER}` : '';
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} ${owner}`);
  return name;
}

export async function dropDatabase(name: string): Promise<void> {
  await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

export async function optionsFor(database: string): Promise<PostgresOptions> {
  return { url: await urlOf(database), passwordFile: null, durability: 'local', node: 'test' };
}

async function administer(sql: string): Promise<void> {
  await query('postgres', sql);
}

/** Runs SQL past the store; rejects as the server does. */
export async function query<Row extends object>(database: string, sql: string): Promise<Row[]> {
  const [host] = hostsOf({ url: await urlOf(database), passwordFile: null });
  const client = new pg.Client({ ...host, database, types: TYPES });
  await client.connect();
  try {
    const answers = [await client.query<Row>(sql)].flat();
    return answers.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
