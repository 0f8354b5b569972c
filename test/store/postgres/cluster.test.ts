import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clusterState } from '../../../src/gateway/cluster-state.js';
import { loggedError } from '../../../src/gateway/error-log.js';
import { type Cluster, openCluster, type PostgresOptions } from '../../../src/store/engine/engine.js';
import { openWindows } from '../../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import { openPostgresState } from '../../../src/store/postgres/state/state.js';
import { SchemaMismatchError } from '../../../src/store/store.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';

interface Manifest {
  readonly version: number;
  readonly parent: number | null;
}

describe.skipIf(!hasPostgres)('what the machines of a cluster agree about', () => {
  let database: string;
  let options: PostgresOptions;
  let cluster: Cluster<Manifest>;

  beforeAll(async () => {
    database = await newDatabase();
    options = await optionsFor(database);
    cluster = await openCluster<Manifest>(options, { schema: 'create' });
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });
  afterEach(async () => {
    await query(
      database,
      `DELETE FROM cluster.pinned; DELETE FROM cluster.publications;
      UPDATE cluster.leases SET until = clock_timestamp()`,
    );
  });

  const lease = async (milliseconds = 30_000) => {
    const taken = await cluster.leases.take('publisher', 'one', milliseconds);
    if (!('token' in taken)) throw new Error(`It is held by ${taken.heldBy}.`);
    return taken;
  };
  const publish = async (held: Awaited<ReturnType<typeof lease>>, parent: number | null = null) => {
    const version = await cluster.publications.insert({ parent }, held);
    if (version === 'fenced') throw new Error('It was refused.');
    return version;
  };

  test('two nodes that start together make one schema, and a newer one is refused', async () => {
    const fresh = await newDatabase();
    const own = await optionsFor(fresh);
    await expect(openCluster(own, { schema: 'current' })).rejects.toThrow(/dossier migrate/);
    const both = await Promise.all([1, 2].map(() => openCluster(own, { schema: 'create' })));
    for (const one of both) await one.close();
    await query(fresh, `INSERT INTO cluster.schema_version VALUES (99, 'of a day to come')`);
    await expect(openCluster(own, { schema: 'migrate' })).rejects.toThrow(SchemaMismatchError);
    await dropDatabase(fresh);
  });

  test('a lease has one holder, and its next holder a greater token', async () => {
    const first = await lease();
    expect(await cluster.leases.take('publisher', 'two')).toEqual({
      heldBy: 'one',
      until: expect.any(Number),
    });
    expect(await first.renew()).toBe(true);
    await first.release();
    expect(await first.renew()).toBe(false);
    const second = await lease();
    expect(second.token).toBeGreaterThan(first.token);
    expect(await first.renew()).toBe(false);
  });

  test('of many that ask at once one gets a lease', async () => {
    const request = await Promise.all(
      Array.from({ length: 12 }, (_, node) => cluster.leases.take('once', `node ${node}`)),
    );
    expect(request.filter((one) => 'token' in one)).toHaveLength(1);
  });

  test('publications count up, and whoever lost the lease inserts nothing', async () => {
    expect(await cluster.publications.wanted()).toBeUndefined();
    const old = await lease(1);
    await wait(5);
    const next = await lease();
    expect(await cluster.publications.insert({ parent: null }, old)).toBe('fenced');
    const first = await publish(next);
    const second = await publish(next, first);
    expect(second).toBe(first + 1);
    const wanted = await cluster.publications.wanted();
    expect(wanted).toEqual({ version: second, activateInMs: expect.any(Number), pinned: false });
    expect(wanted?.activateInMs).toBeGreaterThan(0);
    expect(wanted?.activateInMs).toBeLessThanOrEqual(2_000);
    expect(await cluster.publications.after(first, second)).toEqual([{ version: second, parent: first }]);
    expect(await cluster.publications.after(second, second)).toEqual([]);
  });

  test('a pinned version is wanted until it is unpinned, and is not forgotten', async () => {
    const held = await lease();
    const versions = [await publish(held), await publish(held), await publish(held)];
    const [first = 0, , last = 0] = versions;
    expect(await cluster.publications.pin(last + 1)).toBe(false);
    expect(await cluster.publications.pin(first)).toBe(true);
    expect(await cluster.publications.wanted()).toMatchObject({ version: first, pinned: true });
    await publish(held);
    expect(await cluster.publications.wanted()).toMatchObject({ version: first });
    expect(await cluster.publications.forgetBefore(last + 9)).toBe(2);
    expect((await cluster.publications.list()).map(({ version, pinned }) => [version, pinned])).toEqual([
      [first, true],
      [last + 1, false],
    ]);
    expect(await cluster.publications.unpin()).toBe(true);
    expect(await cluster.publications.unpin()).toBe(false);
    expect(await cluster.publications.wanted()).toMatchObject({ version: last + 1, pinned: false });
  });

  test('nodes say what they serve, and those that fell silent do not count', async () => {
    expect(await cluster.nodes.countLive()).toBe(1);
    await cluster.nodes.report('one', 4);
    await cluster.nodes.report('two', null);
    expect(await cluster.nodes.list()).toMatchObject([
      { name: 'one', version: 4 },
      { name: 'two', version: null },
    ]);
    expect(await cluster.nodes.countLive()).toBe(2);
    await query(database, `UPDATE cluster.nodes SET seen_at = seen_at - interval '11 s' WHERE name = 'two'`);
    expect(await cluster.nodes.countLive()).toBe(1);
    expect(await cluster.nodes.forget('one')).toBe(false);
    expect(await cluster.nodes.forget('two')).toBe(true);
    expect(await cluster.nodes.forget('two')).toBe(false);
    expect((await cluster.nodes.list()).map(({ name }) => name)).toEqual(['one']);
  });

  test('a node that stops is in the list no more', async () => {
    const pool = new Pool(new Primary(options), { max: 1 });
    const state = await clusterState(openWindows(pool, 'stops'));
    const names = async () => (await cluster.nodes.list()).map(({ name }) => name);
    expect(await names()).toContain('stops');
    await state.close();
    await pool.close();
    expect(await names()).not.toContain('stops');
  });

  test('one error is one sentence in the log, however many parts of the program it passed', async () => {
    const url = 'postgres://somebody@127.0.0.1:1/db';
    const state = await openPostgresState({ postgres: options, schema: 'create' });
    await state.close();
    const away = await openPostgresState({ postgres: { ...options, url }, schema: 'current' }).catch(
      (error) => error,
    );
    expect(loggedError(away)).toEqual({ reason: away.message });
    expect(away.message.match(/No primary/g)).toHaveLength(1);
  });

  test('a password file and a host that does not answer are told in a sentence without the password', async () => {
    const away = { ...options, url: 'postgres://somebody:hidden@127.0.0.1:1/db' };
    const refused = openCluster(away, { schema: 'current' });
    await expect(refused).rejects.toThrow(/No primary of PostgreSQL can be reached: 127.0.0.1:1/);
    await expect(refused).rejects.not.toThrow(/hidden/);
    const empty = { ...options, passwordFile: '/dev/null' };
    await expect(openCluster(empty, { schema: 'current' })).rejects.toThrow(
      /^PostgreSQL cannot be reached: The password file \/dev\/null is empty\.$/,
    );
    const noCa = { ...options, url: 'postgres://u@h/db?sslmode=verify-full&sslrootcert=/nowhere/ca' };
    await expect(openCluster(noCa, { schema: 'current' })).rejects.toThrow(
      /^PostgreSQL cannot be reached: The sslrootcert file \/nowhere\/ca cannot be read \(ENOENT\)\.$/,
    );
    const missing = { ...options, passwordFile: '/nowhere/password' };
    await expect(openCluster(missing, { schema: 'current' })).rejects.toThrow(/cannot be read \(ENOENT\)/);
    for (const url of [
      'http://host/db',
      'postgres://u@h/db?colour=red',
      'postgres://u@/db',
      'postgres://u@h/db?sslmode=so',
    ])
      await expect(openCluster({ ...options, url }, { schema: 'current' })).rejects.toThrow(
        /Address|address|parameters|host|sslmode/,
      );
  });

  test('a server without a synchronous standby is refused where one is asked for', async () => {
    const refused = openCluster({ ...options, durability: 'standby' }, { schema: 'current' });
    await expect(refused).rejects.toThrow(/no synchronous standby/);
  });

  test('hosts are tried until one answers as a primary', async () => {
    const [folder] = /(?<=host=).*/.exec(options.url) ?? [];
    const several = { ...options, url: options.url.replace(/host=.*/, `host=/nowhere,${folder ?? ''}`) };
    const other = await openCluster(several, { schema: 'current' });
    expect(await other.nodes.countLive()).toBeGreaterThan(0);
    await other.close();
  });
});
