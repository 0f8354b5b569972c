import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWindow } from '../../../src/gateway/block-window.js';
import { type ClusterState, clusterState } from '../../../src/gateway/cluster-state.js';
import type { RateLimit, RequestWindow } from '../../../src/gateway/rate-window.js';
import { openCluster, type PostgresOptions } from '../../../src/store/engine/engine.js';
import { openWindows } from '../../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import { StateUnavailableError, type Windows } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';

const DAY_MS = 86_400_000;
/** A node that is not answered in time refuses, as one may be that a busy machine leaves without a processor. */
const PATIENT_MS = 60_000;
let names = 0;

describe.skipIf(!hasPostgres)('requests a minute over three nodes', () => {
  let database: string;
  let options: PostgresOptions;
  const pools: Pool[] = [];
  const nodes: ClusterState[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    options = await optionsFor(database);
    await (await openCluster(options, { schema: 'create' })).close();
    const windows = ['a', 'b', 'c'].map((name) => {
      const pool = new Pool(new Primary(options), { max: 2 });
      pools.push(pool);
      return openWindows(pool, name, PATIENT_MS);
    });
    for (const one of windows) await one.attend();
    for (const one of windows) nodes.push(await clusterState(one));
  });
  afterAll(async () => {
    for (const node of nodes) await node.close();
    for (const pool of pools) await pool.close();
    await dropDatabase(database);
  });

  const newName = () => {
    names += 1;
    return `account-${names}`;
  };
  /** Two threads on each node. */
  const windowsOf = async (name: string) =>
    await Promise.all([...nodes, ...nodes].map((node) => openWindow(name, node)));
  const taken = async (window: RequestWindow | undefined, limit: number) =>
    (await window?.take(limit, Date.now() - DAY_MS)) as RateLimit;

  test('property: never more than the limit, at most a quarter early, whatever node is asked how often', async () => {
    const bursts = fc.array(fc.record({ node: fc.nat(5), count: fc.integer({ min: 1, max: 90 }) }), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 900 }), bursts, async (limit, steps) => {
        const windows = await windowsOf(newName());
        const granted = new Map<number, number>();
        let early = 0;
        for (const { node, count } of steps) {
          const request = Array.from({ length: count }, () => taken(windows[node], limit));
          const rates = await Promise.all(request);
          for (const { resetAt, exceeded, remaining } of rates) {
            expect(remaining).toBeGreaterThanOrEqual(0);
            if (!exceeded) granted.set(resetAt, (granted.get(resetAt) ?? 0) + 1);
          }
          const refused = rates.find(({ exceeded }) => exceeded);
          if (refused) early = Math.max(early, limit - (granted.get(refused.resetAt) ?? 0));
        }
        expect(Math.max(0, ...granted.values())).toBeLessThanOrEqual(limit);
        if (granted.size === 1) expect(early).toBeLessThanOrEqual(limit / 4);
      }),
      { numRuns: budget(300, 30) },
    );
  });

  test('a busy node has what idle ones gave back: none of the limit is lost', async () => {
    const name = newName();
    const windows = await windowsOf(name);
    const first = await Promise.all([0, 1, 2].map((node) => taken(windows[node], 1_000)));
    // Not over the turn of a minute.
    const { secondsLeft = 0 } = first[0] ?? {};
    if (secondsLeft < 20) {
      await new Promise((passed) => setTimeout(passed, (secondsLeft + 1) * 1_000));
      for (const node of [0, 1, 2]) await taken(windows[node], 1_000);
    }
    const used = `SELECT used FROM cluster.windows WHERE name = '${name}' ORDER BY minute DESC LIMIT 1`;
    await expect.poll(() => query(database, used)).toEqual([{ used: 3 }]);
    let granted = 3;
    for (;;) {
      const { exceeded, remaining } = await taken(windows[0], 1_000);
      if (exceeded) break;
      granted += 1;
      expect(remaining).toBe(1_000 - granted);
    }
    expect(granted).toBe(1_000);
    expect(await taken(windows[1], 1_000)).toMatchObject({ exceeded: true, remaining: 0, limit: 1_000 });
  });

  test('most requests ask nobody, and the header of one node that is alone on an account is exact', async () => {
    const [window] = await windowsOf(newName());
    let waited = 0;
    const minutes = new Map<number, number>();
    for (let count = 0; count < 600; count += 1) {
      const rate = window?.take(100_000, Date.now());
      if (rate instanceof Promise) waited += 1;
      const { resetAt, remaining } = (await rate) as RateLimit;
      minutes.set(resetAt, (minutes.get(resetAt) ?? 0) + 1);
      expect(remaining).toBe(100_000 - (minutes.get(resetAt) ?? 0));
    }
    expect(waited).toBeLessThan(25);
  });

  test('bad keys are counted over all nodes, exactly', async () => {
    const network = `2001:db8:${newName()}::/64`;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => nodes[index % 3]?.countBadKey(network, 20, Date.now())),
    );
    const good = answers.filter(Boolean).length;
    const rows = await query<{ used: number }>(
      database,
      `SELECT used FROM cluster.windows WHERE name = 'bad ${network}'`,
    );
    expect(good).toBe(rows.reduce((sum, { used }) => sum + used, 0));
    expect(Math.max(...rows.map(({ used }) => used))).toBe(20);
    if (rows.length === 1)
      for (const node of nodes) expect(await node.countBadKey(network, 20, Date.now())).toBe(false);
  });

  test('without PostgreSQL nothing is counted: requests and bad keys are refused as unavailable', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none';
    const pool = new Pool(new Primary({ ...options, url }), { max: 1 });
    const alone = await clusterState(openWindows(pool, 'alone'));
    const window = await openWindow('account', alone);
    await expect(taken(window, 5)).rejects.toThrow(StateUnavailableError);
    await expect(alone.countBadKey('192.0.2.1', 2, 60_000)).rejects.toThrow(StateUnavailableError);
    await alone.close();
    await pool.close();
  });

  test('property: never more than the limit while nodes lose PostgreSQL, or its answers, and find it again', async () => {
    const node = fc.nat(2);
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('ask' as const),
          node,
          count: fc.integer({ min: 1, max: 90 }),
        }),
      },
      fc.record({ kind: fc.constantFrom('cut', 'deaf', 'heal'), node }),
      fc.record({ kind: fc.constantFrom('cut', 'heal'), node: fc.constant(null) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 900 }),
        fc.array(step, { minLength: 1, maxLength: 40 }),
        async (limit, steps) => {
          const links = pools.map((pool, index) => new Link(openWindows(pool, `link-${index}`, PATIENT_MS)));
          const states = await Promise.all(links.map((link) => clusterState(link)));
          const name = newName();
          const windows = await Promise.all(states.map((state) => openWindow(name, state)));
          /** The naive count: all that was admitted in each minute, on any node. */
          const admitted = new Map<number, number>();
          for (const one of steps) {
            if (one.kind !== 'ask') {
              for (const link of one.node === null ? links : [links[one.node]])
                if (link) link.state = one.kind;
              continue;
            }
            const request = Array.from({ length: one.count }, () => taken(windows[one.node], limit));
            for (const answer of await Promise.allSettled(request)) {
              if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(StateUnavailableError);
              else if (!answer.value.exceeded)
                admitted.set(answer.value.resetAt, (admitted.get(answer.value.resetAt) ?? 0) + 1);
            }
          }
          for (const state of states) await state.close();
          expect(Math.max(0, ...admitted.values())).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: budget(200, 20) },
    );
  });
});

/** The link of one node to PostgreSQL. `cut`: nothing arrives there; `deaf`: no answer comes back. */
class Link implements Windows {
  state: 'heal' | 'cut' | 'deaf' = 'heal';

  constructor(private readonly windows: Windows) {}

  take: Windows['take'] = (request) => this.#over(() => this.windows.take(request));
  giveBack: Windows['giveBack'] = (minute, counts) => this.#over(() => this.windows.giveBack(minute, counts));
  attend: Windows['attend'] = () => this.#over(() => this.windows.attend());
  leave: Windows['leave'] = () => this.#over(() => this.windows.leave());

  async #over<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const { state } = this;
    const answer = state === 'cut' ? undefined : await work();
    if (state === 'heal') return answer as Answer;
    throw new StateUnavailableError('The link is cut.');
  }
}
