import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PostgresCluster } from '../postgres-cluster.js';

const NAMES = ['pg-a', 'pg-b', 'pg-c'] as const;
export type ServerName = (typeof NAMES)[number];

/** A commit is on the primary and on any one of the standbys. */
const SETTINGS = {
  synchronous_standby_names: `'ANY 1 ("pg-a","pg-b","pg-c")'`,
  max_connections: '60',
  shared_buffers: '32MB',
};

/** Three servers of PostgreSQL: a primary and two synchronous standbys. */
export class Servers {
  readonly #servers: Readonly<Record<ServerName, PostgresCluster>>;
  primary: ServerName = 'pg-a';

  constructor(folder: string, programs: string) {
    const make = (name: ServerName) => new PostgresCluster(join(folder, name), programs, SETTINGS);
    this.#servers = { 'pg-a': make('pg-a'), 'pg-b': make('pg-b'), 'pg-c': make('pg-c') };
  }

  /** For `DOSSIER_POSTGRES`: all three, so that nodes find the primary by themselves. */
  get address(): string {
    return `postgres://postgres@/postgres?host=${NAMES.map((name) => this.#servers[name].folder).join(',')}`;
  }

  get standbys(): readonly [ServerName, ServerName] {
    return NAMES.filter((name) => name !== this.primary) as unknown as [ServerName, ServerName];
  }

  async start(): Promise<void> {
    this.#servers[this.primary].start();
    for (const name of this.standbys) this.#servers[name].startAsStandbyOf(this.#servers[this.primary], name);
    await this.untilStandbysFollow();
  }

  kill(name: ServerName): void {
    this.#servers[name].signal('SIGKILL');
  }

  /** A standby goes on where it was. */
  resume(name: ServerName): void {
    this.#servers[name].resume();
  }

  /** Promotes the standby that received most, and lets the other follow it. Gives the new primary. */
  async promote(): Promise<ServerName> {
    const [one, other] = this.standbys;
    const received = `SELECT pg_last_wal_receive_lsn() - '0/0'::pg_lsn;`;
    const held = await Promise.all([one, other].map((name) => this.#servers[name].run(received)));
    const [next, follower] = BigInt(held[0] ?? 0) >= BigInt(held[1] ?? 0) ? [one, other] : [other, one];
    this.#servers[next].promote();
    this.#servers[follower].follow(this.#servers[next], follower);
    await this.#servers[follower].run('SELECT pg_reload_conf();');
    this.primary = next;
    return next;
  }

  /** A server that was primary comes back as a standby, made again from the present primary. */
  rejoin(name: ServerName): void {
    rmSync(join(this.#servers[name].folder, 'data'), { recursive: true });
    this.#servers[name].startAsStandbyOf(this.#servers[this.primary], name);
  }

  async untilStandbysFollow(count = 2): Promise<void> {
    const following = `SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming';`;
    for (let tried = 0; tried < 600; tried += 1) {
      if (Number(await this.ask(following)) >= count) return;
      await wait(100);
    }
    throw new Error('The standbys of PostgreSQL do not follow their primary.');
  }

  /** A line of SQL at the primary; the values it gives. */
  async ask(sql: string): Promise<string> {
    return await this.#servers[this.primary].run(sql);
  }

  stop(): void {
    for (const name of NAMES) if (this.#servers[name].isStarted) this.#servers[name].stop();
  }
}
