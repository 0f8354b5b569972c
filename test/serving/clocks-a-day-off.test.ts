import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIMIT = 12;
const PATH = '/api/v1/search?q=harbor&limit=1';

describe.skipIf(!hasPostgres)('nodes whose clocks are a day late, right and a day early', () => {
  const nodes: TestService[] = [];
  let database: string;

  beforeAll(async () => {
    database = await newDatabase();
    const postgres = await optionsFor(database);
    for (const [index, off] of [-DAY_MS, 0, DAY_MS].entries()) {
      const folder = await newSampleFolder('dossier-clock-');
      const now = () => Date.now() + off;
      nodes.push(await startOn(folder, { postgres: { ...postgres, node: `node-${index}` }, now }));
    }
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await dropDatabase(database);
  });

  const [late, right, early] = [0, 1, 2].map((index) => () => nodes[index] as TestService) as [
    () => TestService,
    () => TestService,
    () => TestService,
  ];
  const statuses = (key: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const node = nodes[index % nodes.length] as TestService;
        return (await node.get(PATH, { authorization: `Bearer ${key}` })).status;
      }),
    );

  test('charge at the server’s time, to the last credit, and leave exact books', async () => {
    const probe = await right().newKey();
    const { meta } = await right().get(PATH, { authorization: `Bearer ${probe}` });
    const key = await right().newKey({ credits: 9 * Number(meta.creditsUsed) });
    const reported = await statuses(key, 30);
    expect(reported.filter((status) => status === 200)).toHaveLength(9);
    expect(reported.filter((status) => status === 402)).toHaveLength(21);
    const rows = await query<{ off: number }>(
      database,
      'SELECT max(abs(at - extract(epoch FROM clock_timestamp()) * 1000))::float8 AS off FROM ledger.charges',
    );
    expect(rows[0]?.off).toBeLessThan(10 * 60_000);
    expect(await early().app.store.ledger.verify()).toEqual([]);
  });

  test('count requests a minute by the server’s minute', async () => {
    const [moment] = await query<{ left: number }>(
      database,
      'SELECT (60 - extract(second FROM clock_timestamp()))::float8 AS left',
    );
    const left = moment?.left ?? 0;
    if (left < 10) await new Promise((passed) => setTimeout(passed, left * 1_000 + 100));
    const key = await right().newKey({ perMinute: LIMIT });
    const reported = await statuses(key, 60);
    expect(reported.filter((status) => status === 200).length).toBeLessThanOrEqual(LIMIT);
    expect(reported.filter((status) => status === 200).length).toBeGreaterThanOrEqual((LIMIT * 3) / 4);
  });

  test('take a key as valid until its end by the server’s clock', async () => {
    const lasting = await right().newKey({ expiresAt: Date.now() + HOUR_MS });
    expect(await statuses(lasting, 3)).toEqual([200, 200, 200]);
    const over = await right().newKey({ expiresAt: Date.now() + 1 });
    await new Promise((passed) => setTimeout(passed, 50));
    expect(await statuses(over, 3)).toEqual([401, 401, 401]);
  });

  test('hold a lease that one took for as long as it lasts by the server’s clock', async () => {
    const leases = (node: TestService) => node.app.store.state.leases;
    const token = await leases(early()).take('work', 'early', 30_000);
    expect(token).not.toBeNull();
    expect(await leases(late()).take('work', 'late', 30_000)).toBeNull();
    expect(await leases(right()).take('work', 'right', 30_000)).toBeNull();
    expect(await leases(early()).renew('work', token ?? 0, 1)).toBe(true);
    await new Promise((passed) => setTimeout(passed, 20));
    expect(await leases(late()).take('work', 'late', 30_000)).toBe((token ?? 0) + 1);
    expect(await leases(early()).renew('work', token ?? 0, 30_000)).toBe(false);
  });
});
