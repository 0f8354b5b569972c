import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GatheredCounts } from '../../src/gateway/gathered-counts.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';
import { ThreeServers } from '../support/postgres/three-servers.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

const LIMIT = 120;
const PATH = '/api/v1/search?q=harbor&limit=1';

describe.skipIf(!hasPostgres)('limits over three services on one PostgreSQL', () => {
  const services: TestService[] = [];
  let database: string;
  /** How often PostgreSQL did not give a node its count in time. */
  let unanswered = 0;

  beforeAll(async () => {
    const { ask } = GatheredCounts.prototype;
    vi.spyOn(GatheredCounts.prototype, 'ask').mockImplementation(async function (
      this: GatheredCounts,
      ...of
    ) {
      try {
        return await ask.apply(this, of);
      } catch (error) {
        unanswered += 1;
        throw error;
      }
    });
    database = await newDatabase();
    const postgres = await optionsFor(database);
    for (const [index, workers] of [1, 2, 1].entries()) {
      const folder = await newSampleFolder('dossier-node-');
      services.push(await startOn(folder, { postgres: { ...postgres, node: `node-${index}` }, workers }));
    }
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    for (const service of services) await service.close();
    await dropDatabase(database);
  });

  /**
   * Runs the work within one minute of the server's clock, in the next if a busy machine took longer, or if it let a node wait
   * so long for its count that the node refused. This minute has counted some of the work by then.
   */
  async function inOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let isFirst = true; ; isFirst = false) {
      const { minute, left } = await clock();
      const isNext = !isFirst || left < 10;
      if (isNext) await new Promise((passed) => setTimeout(passed, left * 1_000 + 100));
      const before = unanswered;
      const result = await work();
      const isOne = (await clock()).minute === (isNext ? minute + 1 : minute);
      if (isOne && unanswered === before) return result;
    }
  }
  async function clock(): Promise<{ minute: number; left: number }> {
    const sql = 'SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds';
    const seconds = (await query<{ seconds: number }>(database, sql))[0]?.seconds ?? 0;
    return { minute: Math.floor(seconds / 60), left: 60 - (seconds % 60) };
  }

  test('a limit of N is never exceeded over uneven nodes and is reached at most a quarter early', async () => {
    const answers = await inOneMinute(async () => {
      const authorization = `Bearer ${await (services[0] as TestService).newKey({ perMinute: LIMIT })}`;
      const given: { status: number; remaining: number; retryAfter: string | null; round: number }[] = [];
      for (let round = 0; round < 20; round += 1) {
        // Nodes that are seldom asked hold blocks that the busy one misses.
        const nodes = [1, 1, 1, 1, 1, 1, 1, 1, 1, round % 2 === 0 ? 0 : 2];
        const request = nodes.map(async (node) => {
          const { status, headers } = await (services[node] as TestService).get(PATH, { authorization });
          const remaining = Number(headers.get('x-ratelimit-remaining'));
          given.push({ status, remaining, retryAfter: headers.get('retry-after'), round });
        });
        await Promise.all(request);
      }
      return given;
    });
    const admitted = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status }) => status === 429);
    expect(admitted).toBeLessThanOrEqual(LIMIT);
    // Those of a round are asked at once: one of them may be answered behind a refusal that was decided after it.
    const refusedIn = Math.min(...refused.map(({ round }) => round));
    const before = answers.filter(({ status, round }) => status === 200 && round <= refusedIn).length;
    expect(before).toBeGreaterThanOrEqual((LIMIT * 3) / 4);
    expect(admitted + refused.length).toBe(answers.length);
    for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Math.min(...answers.map(({ remaining }) => remaining))).toBe(0);
    const charged = await query<{ count: number }>(
      database,
      `SELECT used AS count FROM cluster.windows WHERE used > 50 AND name NOT LIKE 'bad %'`,
    );
    expect(charged[0]?.count).toBeLessThanOrEqual(LIMIT);
  });

  test('bad keys of one address are counted over all of them', async () => {
    const statuses = await inOneMinute(async () => {
      const given: number[] = [];
      for (let index = 0; index < 30; index += 1) {
        const service = services[index % 3] as TestService;
        const { status } = await service.get(PATH, { authorization: `Bearer bad-${index}` });
        given.push(status);
      }
      return given;
    });
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual(Array.from({ length: 10 }, () => 429));
    const good = services[2] as TestService;
    expect((await good.get(PATH, { authorization: `Bearer ${await good.newKey()}` })).status).toBe(200);
  });
});

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('limits over three services whose primary is killed', () => {
  test('kill -9 within the minute and a promotion: never more than the limit, and the limit is reached', async () => {
    const three = await ThreeServers.start();
    const services: TestService[] = [];
    try {
      for (const index of [0, 1, 2]) {
        const folder = await newSampleFolder('dossier-node-');
        services.push(await startOn(folder, { postgres: { ...three.postgres, node: `node-${index}` } }));
      }
      const authorization = `Bearer ${await (services[0] as TestService).newKey({ perMinute: LIMIT })}`;
      /** Answers in each minute. */
      const admitted = new Map<string, number>();
      const statuses = new Set<number>();
      /** Sends requests to the nodes at rates of 1, 2 and 3. True if one is refused. */
      const round = async () => {
        const request = [0, 1, 1, 2, 2, 2].map(async (node) => {
          const { status, headers } = await (services[node] as TestService).get(PATH, { authorization });
          statuses.add(status);
          const minute = headers.get('x-ratelimit-reset') ?? '';
          if (status === 200) admitted.set(minute, (admitted.get(minute) ?? 0) + 1);
          return status;
        });
        return (await Promise.all(request)).includes(429);
      };
      const greatest = () => Math.max(0, ...admitted.values());
      // From the start of a minute on, so that the failover is over before its end.
      await wait(60_100 - (Date.now() % 60_000));
      while (greatest() < LIMIT / 3) await round();
      three.server(three.primary).signal('SIGKILL');
      let isOver = false;
      const failover = three.failOver().finally(() => {
        isOver = true;
      });
      while (!isOver) await round();
      await failover;
      while (!(await round())) await wait(50);
      expect(statuses).toContain(429);
      expect(greatest()).toBeGreaterThanOrEqual((LIMIT * 3) / 4);
      expect(greatest()).toBeLessThanOrEqual(LIMIT);
    } finally {
      for (const service of services) await service.close();
      three.stop();
    }
  });
});
