import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCluster, type PostgresOptions } from '../../../src/store/engine/engine.js';
import { openWindows } from '../../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import type { Windows } from '../../../src/store/store.js';
import { amidAMinute } from '../../support/clock/minute.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';

/** A node that is not answered in time is refused, as one may be that a busy machine leaves without a processor. */
const PATIENT_MS = 60_000;

describe.skipIf(!hasPostgres)('counts of a minute that all nodes share', () => {
  let database: string;
  let options: PostgresOptions;
  const pools: Pool[] = [];
  let nodes: readonly [Windows, Windows, Windows];

  beforeAll(async () => {
    database = await newDatabase();
    options = await optionsFor(database);
    await (await openCluster(options, { schema: 'create' })).close();
    const open = (name: string) => {
      const pool = new Pool(new Primary(options), { max: 2 });
      pools.push(pool);
      return openWindows(pool, name, PATIENT_MS);
    };
    nodes = [open('a'), open('b'), open('c')];
    for (const node of nodes) await node.attend();
  });
  afterAll(async () => {
    for (const pool of pools) await pool.close();
    await dropDatabase(database);
  });

  const one = async (
    windows: Windows,
    name: string,
    limit: number,
    waiting: number,
    unused: number | null,
  ) => {
    const { blocks, minute } = await windows.take([{ name, limit, waiting, unused }]);
    return { ...blocks[0], minute };
  };

  test('a node takes its share of a quarter of the rest, and never beyond the limit', async () => {
    const [a, b] = nodes;
    await amidAMinute();
    expect(await one(a, 'x', 1_200, 1, 0)).toMatchObject({ taken: 100, held: 100 });
    expect(await one(b, 'x', 1_200, 1, 0)).toMatchObject({ taken: 91, held: 191 });
    expect(await one(a, 'x', 1_200, 0, 84)).toMatchObject({ taken: 0, held: 191 });
    expect(await one(a, 'x', 1_200, 2_000, 0)).toMatchObject({ taken: 1_009, held: 1_200 });
    expect(await one(b, 'x', 1_200, 1, 0)).toMatchObject({ taken: 0, held: 1_200 });
    expect(await one(b, 'x', 100, 1, 0)).toMatchObject({ taken: 0, held: 1_200 });
  });

  test('what comes back can be taken again, and that of another minute not', async () => {
    const [a, b] = nodes;
    await amidAMinute();
    const { minute } = await one(a, 'y', 10, 10, null);
    await b.giveBack(minute - 1, new Map([['y', 4]]));
    expect(await one(b, 'y', 10, 10, null)).toMatchObject({ taken: 0 });
    await a.giveBack(minute, new Map([['y', 4]]));
    expect(await one(b, 'y', 10, 10, null)).toMatchObject({ taken: 4, held: 10 });
  });

  test('many nodes that ask for many names in any order all get answers, in sum the limit', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `n${index}`);
    const ask = async (turn: number) => {
      const order = turn % 2 === 0 ? names : [...names].reverse();
      const wanted = order.map((name) => ({ name, limit: 50, waiting: 3, unused: null }));
      const { blocks, minute } = await (nodes[turn % 3] as Windows).take(wanted);
      return blocks.map(({ taken }, index) => ({ name: `${order[index]} ${minute}`, taken }));
    };
    const request: { name: string; taken: number }[][] = [];
    // Two of each node at a time, as it has connections.
    for (let from = 0; from < 30; from += 6) {
      request.push(...(await Promise.all(Array.from({ length: 6 }, (_, at) => ask(from + at)))));
    }
    const sums = new Map<string, number>();
    for (const { name, taken } of request.flat()) sums.set(name, (sums.get(name) ?? 0) + taken);
    expect(Math.max(...sums.values())).toBeLessThanOrEqual(50);
    const all = [...sums.values()].reduce((sum, taken) => sum + taken, 0);
    expect(all).toBeGreaterThanOrEqual(50 * names.length);
  });

  test('nodes count while they are there, and minutes that are over are forgotten', async () => {
    const [a, b] = nodes;
    // It counts for ten seconds, which the tests before may have taken.
    await b.attend();
    await query(
      database,
      `INSERT INTO cluster.windows VALUES ('old', 1, 5); UPDATE cluster.nodes SET version = 7 WHERE name = 'a';
       UPDATE cluster.nodes SET seen_at = seen_at - interval '11 s' WHERE name = 'c'`,
    );
    expect(await a.attend()).toBe(2);
    expect(await query(database, `SELECT name FROM cluster.windows WHERE name = 'old'`)).toEqual([]);
    expect(await query(database, `SELECT version FROM cluster.nodes WHERE name = 'a'`)).toEqual([
      { version: 7 },
    ]);
  });
});
