import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresCluster } from '../../../scripts/postgres-cluster.js';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { newAccount, newKey } from '../../store/ledger/support/fixtures.js';
import type { Payer } from './nodes-under-load.js';
import { newServer } from './server.js';

const NAMES = ['a', 'b', 'c'] as const;
type Name = (typeof NAMES)[number];
/** A commit is on the primary and on any one of the others. */
const SYNCHRONOUS = { synchronous_standby_names: `'ANY 1 (a, b, c)'` };
const STANDING = `SELECT c.request_id FROM ledger.charges c
  WHERE NOT EXISTS (SELECT 1 FROM ledger.refunds r WHERE r.charge_id = c.id)`;

const PAYERS = 3;

/** A primary with two synchronous standbys, and accounts with credits without end. */
export class ThreeServers {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pg-'));
  readonly #servers: Readonly<Record<Name, PostgresCluster>>;
  primary: Name = 'a';
  readonly postgres: PostgresOptions;
  payers: readonly Payer[] = [];

  private constructor() {
    // The servers run as another user.
    chmodSync(this.#folder, 0o755);
    const make = (name: Name) => newServer(join(this.#folder, name), SYNCHRONOUS);
    this.#servers = { a: make('a'), b: make('b'), c: make('c') };
    const hosts = NAMES.map((name) => this.#servers[name].folder).join(',');
    this.postgres = {
      url: `postgres://postgres@/postgres?host=${hosts}`,
      passwordFile: null,
      durability: 'standby',
      node: 'test',
    };
  }

  static async start(): Promise<ThreeServers> {
    const three = new ThreeServers();
    try {
      await three.#begin();
    } catch (error) {
      three.stop();
      throw error;
    }
    return three;
  }

  server(name: Name): PostgresCluster {
    return this.#servers[name];
  }

  get standbys(): readonly Name[] {
    return NAMES.filter((name) => name !== this.primary);
  }

  /** Promotes the standby that holds more, and lets the other follow it: what an operator's tool does. */
  async failOver(): Promise<void> {
    const others = this.standbys;
    const held = await Promise.all(
      others.map((name) => this.#servers[name].run(`SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn;`)),
    );
    const [first, second] = others as [Name, Name];
    const next = BigInt(held[0] ?? 0) >= BigInt(held[1] ?? 0) ? first : second;
    const other = next === first ? second : first;
    this.#servers[next].promote();
    this.#servers[other].follow(this.#servers[next], other);
    await this.#servers[other].run('SELECT pg_reload_conf();');
    this.primary = next;
  }

  /** Request ids of the charges that stand on the primary. */
  async standing(): Promise<readonly string[]> {
    const text = await this.#servers[this.primary].run(`${STANDING};`);
    return text === '' ? [] : text.split('\n');
  }

  stop(): void {
    // One that stands still ends by this alone.
    for (const name of NAMES) if (this.#servers[name].isStarted) this.#servers[name].signal('SIGKILL');
    // Some hundred megabytes, perhaps of memory. The processes of a server outlive its first one by a moment.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20 });
  }

  async #begin(): Promise<void> {
    const { a, b, c } = this.#servers;
    a.start();
    b.startAsStandbyOf(a, 'b');
    c.startAsStandbyOf(a, 'c');
    await this.#standbys(2);
    const ledger = await openPostgresLedger({ postgres: this.postgres, schema: 'create' });
    const now = Date.now();
    const sale = { credits: 50_000_000, reason: 'x', createdAt: now, expiresAt: null };
    const payers: Payer[] = [];
    while (payers.length < PAYERS) {
      const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0, createdAt: now });
      // No two keys have one hash.
      const key = await ledger.createKey(newKey(account.id, String(payers.length)));
      await ledger.grant({ accountId: account.id, ...sale });
      payers.push({ accountId: account.id, keyId: key.id });
    }
    await ledger.close();
    this.payers = payers;
  }

  async #standbys(count: number): Promise<void> {
    for (let tried = 0; tried < 200; tried += 1) {
      const streaming = `SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming';`;
      if (Number(await this.#servers[this.primary].run(streaming)) >= count) return;
      await wait(50);
    }
    throw new Error('The standbys do not follow.');
  }
}
