import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresPrograms, PostgresCluster } from '../../scripts/postgres-cluster.js';
import { generate } from '../generate/generate.js';
import { ask } from '../measuring/asking.js';
import { beside, dossierIn, serveIn, usedBy } from '../measuring/child.js';
import { uniformPaths } from './lookup.js';

const SECONDS = 4;
const TURNS = 5;
const ENTITIES = 20_000;

/**
 * Processor time of a charged lookup, of the service alone: the ledger in PostgreSQL beside the embedded one, in turns, with 64
 * connections. The service has one thread and data of its own; PostgreSQL runs on the same machine and is not counted. Then that of
 * two nodes, each with 64 connections and the same account, beside one: machines of their own would answer so much more.
 */
const programs = findPostgresPrograms();
if (programs === undefined) throw new Error('PostgreSQL 15 or later is needed.');
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-lookups-'));
chmodSync(folder, 0o755);
const server = new PostgresCluster(join(folder, 'postgres'), programs, {});
try {
  server.start();
  const publishers = join(folder, 'publishers');
  await generate(publishers, { entities: ENTITIES, filings: 1_000, seed: 1 });
  const file = join(publishers, 'colorado.csv');
  const postgres = {
    DOSSIER_POSTGRES: server.urlOf('postgres'),
    DOSSIER_POSTGRES_DURABILITY: 'local',
    DOSSIER_NODE: 'bench',
  };
  const [embedded, shared] = [await prepared('sqlite', file, {}), await prepared('postgres', file, postgres)];
  const other = { ...postgres, DOSSIER_NODE: 'other' };
  const second = await loaded('second', file, other);
  await beside(serveIn(embedded.data, {}), (sqlite) =>
    beside(serveIn(shared.data, postgres), async (cluster) => {
      const [inFolder, inPostgres] = [
        { ...sqlite, key: embedded.key },
        { ...cluster, key: shared.key },
      ];
      const ratios: number[] = [];
      for (let turn = 0; turn <= TURNS; turn += 1) {
        const [of, beside] = [await microsecondsOf([inPostgres]), await microsecondsOf([inFolder])];
        // The first turn warms both up.
        if (turn === 0) continue;
        ratios.push(of / beside);
        process.stdout.write(
          `turn ${turn}: PostgreSQL ${of.toFixed(0)} µs, SQLite ${beside.toFixed(0)} µs a lookup, ${(of / beside).toFixed(2)}\n`,
        );
      }
      const middle = ratios.sort((one, other) => one - other)[Math.floor(TURNS / 2)] ?? 0;
      process.stdout.write(`processor time of a lookup, PostgreSQL by SQLite: ${middle.toFixed(2)}\n`);
      await beside(serveIn(second, other), (node) => twoNodes(inPostgres, { ...node, key: shared.key }));
    }),
  );
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function twoNodes(one: Asked, other: Asked): Promise<void> {
  const ratios: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const alone = await microsecondsOf([one]);
    const both = await microsecondsOf([one, other]);
    if (turn > 0) ratios.push(both / alone);
  }
  const middle = ratios.sort((less, more) => less - more)[Math.floor(TURNS / 2)] ?? 0;
  process.stdout.write(
    `processor time of a lookup, two nodes by one: ${middle.toFixed(2)}; two machines would answer ${(2 / middle).toFixed(2)} times as much\n`,
  );
}

/** A folder that holds the file. */
async function loaded(name: string, file: string, env: Readonly<Record<string, string>>): Promise<string> {
  const data = join(folder, name);
  await dossierIn(data, env, 'ingest', 'us_co_business_entities', '--file', file);
  if ('DOSSIER_POSTGRES' in env) await dossierIn(data, env, 'migrate');
  return data;
}

/** The same, and a key. */
async function prepared(name: string, file: string, env: Readonly<Record<string, string>>) {
  const data = await loaded(name, file, env);
  const credits = ['--credits', '100000000', '--per-minute', '100000000'];
  await dossierIn(data, env, 'account', 'create', 'bench', ...credits);
  const { json } = await dossierIn(data, env, 'key', 'create', '--account', 'bench');
  return { data, key: String(json.secret ?? json.key) };
}

interface Asked {
  readonly url: string;
  readonly pid: number;
  readonly key: string;
}

/** The processor time of all nodes for a lookup; each is asked for so long, at once. */
async function microsecondsOf(nodes: readonly Asked[]): Promise<number> {
  const cpuSeconds = () => nodes.reduce((sum, { pid }) => sum + (usedBy(pid)?.cpuSeconds ?? 0), 0);
  const before = cpuSeconds();
  const request = nodes.map((node) => ask({ ...node, pathsOf: uniformPaths(ENTITIES) }, SECONDS));
  const perSecond = (await Promise.all(request)).reduce((sum, load) => sum + load.perSecond, 0);
  return ((cpuSeconds() - before) * 1e6) / (perSecond * SECONDS);
}
