import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

/** A record of the bundled sample. */
const FIRST = '/api/v1/search?q=harbor';

describe.skipIf(!hasPostgres)('services with data of their own on one ledger in PostgreSQL', () => {
  const services: TestService[] = [];
  const databases: string[] = [];

  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });
  afterAll(async () => {
    for (const database of databases) await dropDatabase(database);
  });

  async function start(count: number, workers = 1): Promise<readonly TestService[]> {
    const database = await newDatabase();
    databases.push(database);
    const postgres = await optionsFor(database);
    for (let node = 0; node < count; node += 1) {
      const folder = await newSampleFolder('dossier-node-');
      services.push(await startOn(folder, { postgres: { ...postgres, node: `node-${node}` }, workers }));
    }
    return services;
  }
  const ask = async (service: TestService, key: string, headers: Record<string, string> = {}) =>
    await service.get(FIRST, { authorization: `Bearer ${key}`, ...headers });

  test('a key made at one is good at the other, and its credits are spent once, over all of them', async () => {
    const [one, other] = (await start(2, 2)) as [TestService, TestService];
    const before = await one.creditsLeft();
    expect((await ask(one, one.key)).status).toBe(200);
    const price = before - (await one.creditsLeft());
    expect(price).toBeGreaterThan(0);
    const key = await one.newKey({ credits: 20 * price });
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ask(index % 2 === 0 ? one : other, key)),
    );
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 402)).toHaveLength(40);
    expect(await other.app.store.ledger.verify()).toEqual([]);
  });

  test('one Idempotency-Key is charged once, whichever of them is asked', async () => {
    const [one, other] = (await start(2)) as [TestService, TestService];
    const before = await one.creditsLeft();
    const headers = { 'idempotency-key': 'same' };
    const replies = [];
    for (const service of [one, other, one, other]) replies.push(await ask(service, one.key, headers));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const spent = before - (await one.creditsLeft());
    const [charged] = await query<{ count: number }>(
      databases.at(-1) ?? '',
      'SELECT count(*) AS count FROM ledger.charges',
    );
    expect(charged?.count).toBe(1);
    expect(spent).toBeGreaterThan(0);
  });

  test('a key that one revokes is refused by the other within a second', async () => {
    const [one, other] = (await start(2)) as [TestService, TestService];
    const key = await one.newKey();
    expect((await ask(other, key)).status).toBe(200);
    const [record] = (await one.app.store.ledger.listKeys(null)).slice(-1);
    await one.app.store.ledger.revokeKey(record?.id ?? '', Date.now());
    await expect.poll(async () => (await ask(other, key)).status).toBe(401);
  });

  test('the service says by its metrics and its readiness how the ledger does', async () => {
    const [one] = (await start(1)) as [TestService];
    expect((await fetch(`${one.url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${one.url}/metrics`)).text();
    expect(metrics).toMatch(/^dossier_ledger_away_seconds 0$/m);
    expect(metrics).toMatch(/^dossier_ledger_lost_answers 0$/m);
  });

  test('a watch that one makes is told by one of them alone, and state is seen by all', async () => {
    const [one, other] = (await start(2)) as [TestService, TestService];
    const watch = {
      filter: {},
      endpoint: 'https://receiver.example',
      secret: 'whsec_x',
      createdAt: Date.now(),
    };
    const made = await one.app.store.state.watches.createWatch(
      { ...watch, id: 'wat_1', accountId: one.accountId, feed: 'f', position: 0 },
      10,
    );
    expect(await other.app.store.state.watches.findWatch(one.accountId, 'wat_1')).toEqual(made.watch);
    const taken = await Promise.all(
      services.map((service) => service.app.store.state.leases.take('x', service.url, 10_000)),
    );
    expect(taken.filter((token) => token !== null)).toHaveLength(1);
  });
});
