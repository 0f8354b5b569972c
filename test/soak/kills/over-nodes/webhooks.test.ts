import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase, query } from '../../../support/postgres/server.js';
import { startCluster, untilServed } from '../../../support/processes/cluster-process.js';
import { end, type Serving } from '../../../support/processes/process.js';
import { CERTIFICATE_FILE, type Receiver, startReceiver } from '../../../webhooks/support/receiver.js';

const SOURCE = 'us_co_business_entities';
const ADDRESSES = ['127.0.71.26', '127.0.71.27'];
const SETTINGS = { DOSSIER_WEBHOOK_ALLOW: ADDRESSES.join(), NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE };
const RECORDS = 24;
/** Both receivers work so long on a message, whether or not its sender still waits for the answer. */
const USUAL_MS = 60;
const SLOW_MS = 12_000;

interface Reported {
  readonly secret: string;
  readonly receiver: Receiver;
  /** Tries of each message that are worked on now, and how many there were at most. */
  readonly now: Map<string, number>;
  readonly max: Map<string, number>;
}

interface Try {
  readonly id: string;
  readonly state: string;
  readonly tries: number;
  readonly noted: number;
}

describe.skipIf(!hasPostgres)('two nodes deliver the messages of the same watches', () => {
  const services: Serving[] = [];
  const reported: Reported[] = [];
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let workMs = USUAL_MS;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database, SETTINGS);
    await cluster.request('builder', ['cluster', 'init']);
    expect(await cluster.ingest('builder', RECORDS, 'v1')).toMatchObject({ status: 0 });
    for (const [at, address] of ADDRESSES.entries()) {
      const receiver = await startReceiver(address);
      const watch = ['--account', `acme${at}`, '--endpoint', receiver.endpoint, '--source', SOURCE];
      await cluster.request('builder', ['account', 'create', `acme${at}`, '--credits', '1']);
      const { secret } = await cluster.request<{ secret: string }>('builder', ['watch', 'add', ...watch]);
      reported.push(slow({ secret, receiver, now: new Map(), max: new Map() }));
    }
    for (const node of ['east', 'west']) services.push(await cluster.serve(node));
    for (const { started } of services) await untilServed(started.url, 1);
  });
  afterAll(async () => {
    for (const { child } of services) await end(child, 'SIGKILL');
    for (const { receiver } of reported) await receiver.close();
    await cluster.close();
    await dropDatabase(database);
  });

  function slow(one: Reported): Reported {
    const { receiver, now, max } = one;
    receiver.answer = async (response, { id }) => {
      const open = (now.get(id) ?? 0) + 1;
      now.set(id, open);
      max.set(id, Math.max(open, max.get(id) ?? 0));
      await sleep(workMs);
      now.set(id, (now.get(id) ?? 0) - 1);
      response.writeHead(204).end();
    };
    return one;
  }
  const underWay = () =>
    reported.flatMap(({ now }) => [...now].filter(([, open]) => open > 0).map(([id]) => id));
  const idsOf = ({ receiver }: Pick<Reported, 'receiver'>) => [
    ...new Set(receiver.received.map(({ id }) => id)),
  ];
  const seqOf = (id: string) => Number(id.split('_').at(-1));
  const triesOf = () =>
    query<Try>(
      database,
      `SELECT id, state, tries, (SELECT count(*) FROM state.delivery_tries WHERE delivery = d.number) AS noted
        FROM state.deliveries d ORDER BY watch, place`,
    );
  async function lease(): Promise<{ owner: string; token: number; left: number }> {
    const sql = `SELECT owner, token, extract(epoch FROM until - clock_timestamp())::float8 AS left
      FROM cluster.leases WHERE name = 'webhooks'`;
    const [held] = await query<{ owner: string; token: number; left: number }>(database, sql);
    if (!held) throw new Error('Nobody delivers.');
    return held;
  }

  test('the one that delivers is killed while receivers work: all arrives, in order, and no message twice at the same moment', async () => {
    expect(await cluster.ingest('builder', RECORDS, 'v2')).toMatchObject({ status: 0 });
    await expect
      .poll(() => Math.min(...reported.map(({ receiver }) => receiver.received.length)))
      .toBeGreaterThan(6);
    workMs = SLOW_MS;
    // One message of each watch is with its receiver, for long.
    const slowSince = new Map<string, number>();
    await expect
      .poll(
        () => {
          for (const id of underWay()) if (!slowSince.has(id)) slowSince.set(id, Date.now());
          const long = ([, since]: [string, number]) => Date.now() - since > USUAL_MS * 8;
          return [...slowSince].filter(long).filter(([id]) => underWay().includes(id)).length;
        },
        { interval: 5 },
      )
      .toBe(ADDRESSES.length);
    const cut = underWay();
    expect(cut).toHaveLength(ADDRESSES.length);
    const held = await lease();
    const at = services.findIndex(({ child }) => held.owner.split(' ').includes(String(child.pid)));
    for (const { child } of services.splice(at, 1)) await end(child, 'SIGKILL');
    workMs = USUAL_MS;
    const arrived = reported.map(({ receiver }) => receiver.received.length);
    // The lease of the dead one is not over: nobody tries, also after the receivers were done.
    for (;;) {
      const seen = reported.map(({ receiver }) => receiver.received.length);
      const { token, left } = await lease();
      if (token !== held.token || left <= 0) break;
      expect(seen).toEqual(arrived);
      await sleep(200);
    }
    for (const one of reported) {
      await expect.poll(() => idsOf(one).length, { timeout: 90_000, interval: 250 }).toBe(RECORDS);
    }
    await expect.poll(async () => (await triesOf()).filter(({ state }) => state !== 'delivered')).toEqual([]);
    expect((await lease()).token).toBeGreaterThan(held.token);
    for (const { receiver, max, secret } of reported) {
      const seqs = idsOf({ receiver }).map(seqOf);
      expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
      expect(Math.max(...max.values())).toBe(1);
      expect(receiver.atOnce).toBe(1);
      // Only what was on its way when the process was killed came again.
      const again = receiver.received.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) < at);
      expect(again).toEqual(cut.filter((id) => max.has(id)));
      const webhook = new Webhook(secret);
      for (const { body, headers } of receiver.received) expect(webhook.verify(body, headers)).toBeTruthy();
    }
    // A try that was cut off is in no log: the one that was answered is.
    for (const { id, tries, noted } of await triesOf()) expect([id, tries, noted]).toEqual([id, 1, 1]);
  });
});
