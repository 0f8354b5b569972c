import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase, query } from '../support/postgres/server.js';
import { startCluster, untilServed } from '../support/processes/cluster-process.js';
import { end, type Serving } from '../support/processes/process.js';

/** So long a node may know a key that another revoked: see docs/cluster.md. */
const REVOKED_WITHIN_MS = 1_000;

describe.skipIf(!hasPostgres)('sessions of pages over two processes on one PostgreSQL', () => {
  const services: Serving[] = [];
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let east: string;
  let west: string;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database, { DOSSIER_WEB: 'key' });
    await cluster.request('builder', ['cluster', 'init']);
    expect(await cluster.ingest('builder', 20, 'v1')).toMatchObject({ status: 0 });
    for (const node of ['east', 'west']) services.push(await cluster.serve(node));
    [east = '', west = ''] = services.map(({ started }) => started.url);
    for (const url of [east, west]) await untilServed(url, 1);
  });
  afterAll(async () => {
    for (const { child } of services) await end(child, 'SIGKILL');
    await cluster.close();
    await dropDatabase(database);
  });

  const post = (url: string, form: Record<string, string>, cookie = '') =>
    fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams(form),
    });
  const look = (node: string, cookie: string, path = '/search?q=willow') =>
    fetch(node + path, { redirect: 'manual', headers: { cookie } });
  async function signIn(node: string, key: string): Promise<string> {
    const answer = await post(`${node}/sign-in`, { key, to: '/' });
    expect(answer.status).toBe(303);
    return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  }

  test('a cookie of one is good at the other, where a page that was paid for costs nothing again', async () => {
    const cookie = await signIn(east, await cluster.newKey('builder', 'reader', 'read', 20));
    const [first, again] = [await look(east, cookie), await look(west, cookie)];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(await first.text()).toContain('1 credit used, 19 left');
    expect(await again.text()).toContain(
      '0 credits used: this page was already paid for in the last 24 hours, 19 left',
    );
  });

  test('signed out at one, the other refuses it from the next request on', async () => {
    const key = await cluster.newKey('builder', 'leaver', 'read', 20);
    const [cookie, stays] = [await signIn(east, key), await signIn(east, key)];
    for (const node of [east, west]) expect((await look(node, cookie)).status).toBe(200);
    const out = await post(`${west}/sign-out`, {}, cookie);
    expect(out.headers.get('set-cookie')).toMatch(/^dossier=; Max-Age=0;/);
    for (const node of [east, west]) {
      const refused = await look(node, cookie);
      expect([refused.status, refused.headers.get('location')]).toEqual([
        303,
        '/sign-in?to=%2Fsearch%3Fq%3Dwillow',
      ]);
      expect((await look(node, stays)).status).toBe(200);
    }
  });

  test('a key that is revoked on the pages of one ends its sessions at the other within a second', async () => {
    const admin = await signIn(west, await cluster.newKey('builder', 'chief', 'read,admin', 20));
    const made = await (
      await post(`${west}/keys`, { do: 'create', name: 'lent', scopes: 'read' }, admin)
    ).text();
    const cookie = await signIn(east, /dsr_(?:test|live)_\w+/.exec(made)?.[0] ?? '');
    expect((await look(east, cookie)).status).toBe(200);
    const list = await (await look(west, admin, '/keys')).text();
    const id = /do=revoke&amp;id=(key_\w+)" aria-label="Revoke lent"/.exec(list)?.[1] ?? '';
    expect((await post(`${west}/keys`, { do: 'revoke', id, confirmed: 'yes' }, admin)).status).toBe(303);
    await sleep(REVOKED_WITHIN_MS);
    expect((await look(east, cookie)).status).toBe(303);
    const held =
      'SELECT count(*) AS count FROM state.sessions s JOIN ledger.api_keys k ON k.hash = s.key_hash';
    expect(await query(database, `${held} WHERE k.id = '${id}'`)).toEqual([{ count: 0 }]);
  });

  test('a node that is killed ends no session', async () => {
    const cookie = await signIn(west, await cluster.newKey('builder', 'stayer', 'read', 20));
    for (const { child } of services.splice(1)) await end(child, 'SIGKILL');
    expect((await look(east, cookie)).status).toBe(200);
  });
});
