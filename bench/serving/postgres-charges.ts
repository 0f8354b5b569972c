import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresPrograms, PostgresCluster } from '../../scripts/postgres-cluster.js';
import { openStore } from '../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../src/store/postgres/ledger/ledger.js';
import { ChargeBatches } from '../../src/store/serving/ledger-client.js';
import type { ChargeRequest, Ledger } from '../../src/store/store.js';

const SECONDS = 4;
const WAITING = 64;
const ACCOUNTS = 1_000;
const TURNS = 3;
const STANDBY = { synchronous_standby_names: `'ANY 1 (b)'` };

/**
 * Durable charges a second of both engines in turns: 64 requests wait at a time, on one account and on a thousand. Commits of
 * both are on the disk before they are answered; PostgreSQL also with a synchronous standby on the same machine. Then one account over
 * three nodes with 64 waiting at each, beside one node.
 */
const programs = findPostgresPrograms();
if (programs === undefined) throw new Error('PostgreSQL 15 or later is needed.');
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-postgres-'));
chmodSync(folder, 0o755);
const alone = new PostgresCluster(join(folder, 'alone'), programs, {});
const primary = new PostgresCluster(join(folder, 'a'), programs, STANDBY);
const standby = new PostgresCluster(join(folder, 'b'), programs, {});
try {
  alone.start();
  primary.start();
  standby.startAsStandbyOf(primary, 'b');
  const optionsOf = (server: PostgresCluster) => ({
    url: server.urlOf('postgres'),
    passwordFile: null,
    durability: 'local' as const,
    node: 'bench',
  });
  const store = await openStore(join(folder, 'data'), { schema: 'create' });
  const postgres = await openPostgresLedger({ postgres: optionsOf(alone), schema: 'create' });
  const copied = await openPostgresLedger({ postgres: optionsOf(primary), schema: 'create' });
  const sqlite = new ChargeBatches((requests) => store.ledger.charge(requests));
  const engines = [
    ['SQLite', store.ledger, (one: ChargeRequest) => sqlite.charge([one])],
    ['PostgreSQL', postgres, (one: ChargeRequest) => postgres.charge([one])],
    ['PostgreSQL, a synchronous standby', copied, (one: ChargeRequest) => copied.charge([one])],
  ] as const;
  for (const count of [1, ACCOUNTS]) {
    let reference = 0;
    for (const [name, ledger, charge] of engines) {
      const requests = await makeRequests(ledger, count, name);
      const rate = await perSecond(requests, charge);
      reference ||= rate;
      process.stdout.write(
        `${count} account${count === 1 ? '' : 's'}: ${name}: ${Math.round(rate).toLocaleString('en-US')} charges/s, ` +
          `${(rate / reference).toFixed(2)} of SQLite\n`,
      );
    }
  }
  for (const [server, of, text] of [
    [alone, postgres, ''],
    [primary, copied, ', a synchronous standby'],
  ] as const) {
    const others = await Promise.all(
      ['second', 'third'].map((node) =>
        openPostgresLedger({ postgres: { ...optionsOf(server), node }, schema: 'current' }),
      ),
    );
    const requests = await makeRequests(of, 1, `three nodes${text}`);
    const ratios: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const one = await perSecond(requests, (request) => of.charge([request]));
      const rates = [of, ...others].map((node) => perSecond(requests, (request) => node.charge([request])));
      const three = (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
      ratios.push(three / one);
    }
    ratios.sort((one, other) => one - other);
    process.stdout.write(
      `1 account over three nodes${text}: ${(ratios[Math.floor(TURNS / 2)] ?? 0).toFixed(2)} of one node ` +
        `(${ratios.map((ratio) => ratio.toFixed(2)).join(', ')})\n`,
    );
    for (const other of others) await other.close();
  }
  await Promise.all([store.close(), postgres.close(), copied.close()]);
} finally {
  for (const server of [alone, standby, primary]) server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function makeRequests(ledger: Ledger, count: number, engine: string): Promise<() => ChargeRequest> {
  const made: { readonly accountId: string; readonly keyId: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const account = await ledger.createAccount({
      name: `bench ${engine} ${count} ${index}`,
      monthlyCredits: 1_000_000_000,
      requestsPerMinute: 1_000_000,
      createdAt: Date.now(),
    });
    made.push({ accountId: account.id, keyId: 'key_bench' });
    if (engine !== 'SQLite') continue;
    const hash = `${engine} ${count} ${index}`;
    const key = {
      name: 'bench',
      hash,
      prefix: 'bench',
      scopes: ['read'] as const,
      createdAt: Date.now(),
      expiresAt: null,
    };
    made[index] = {
      accountId: account.id,
      keyId: (await ledger.createKey({ ...key, accountId: account.id })).id,
    };
  }
  let request = 0;
  const item = { item: 'entity', credits: 1 } as const;
  return () => {
    const { accountId, keyId } = made[request++ % made.length] ?? { accountId: '', keyId: '' };
    return {
      accountId,
      keyId,
      requestId: 'bench',
      operation: 'getEntity',
      credits: 1,
      breakdown: [item],
      at: Date.now(),
    };
  };
}

/** Each of those that wait asks again as soon as it is answered. */
async function perSecond(
  request: () => ChargeRequest,
  charge: (one: ChargeRequest) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let done = 0;
  const ask = async () => {
    while (performance.now() - began < SECONDS * 1_000) {
      await charge(request());
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: WAITING }, ask));
  return done / ((performance.now() - began) / 1_000);
}
