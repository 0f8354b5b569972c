import { afterAll, beforeAll, expect, test } from 'vitest';
import { fill, startService, type TestService } from '../support/service.js';

const load = (names: Readonly<Record<string, string>>) => ({
  entities: { us_co_business_entities: Object.entries(names).map(([key, name]) => ({ key, name })) },
});

let service: TestService;
let account: string;
beforeAll(async () => {
  service = await startService(
    load({ 1: 'ASPEN & SONS ROPES LLC', 2: 'BIRCH', 3: 'CEDAR LANTERN BOOKS LLC' }),
  );
  account = await service.newKey({ scopes: ['read', 'webhooks'] });
});
afterAll(() => service.close());

async function post<Data>(path: string, body: object) {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { data: Data }).data;
}

/** A token of the account that makes lists and watches. */
async function tokenOf(scopes: readonly ('feeds' | 'read')[]): Promise<string> {
  const { hashApiKey } = await import('../../src/domain/accounts/api-key.js');
  const { issueKey } = await import('../../src/serving/issue-key.js');
  const { ledger } = service.app.store;
  const found = await ledger.findKey(hashApiKey(account), Date.now());
  const { key } = await issueKey(ledger, service.folder, {
    ...{ accountId: found?.account.id ?? '', name: 'feed', scopes, expiresAt: null, now: Date.now() },
  });
  return key;
}

async function read(token: string, id: string) {
  const response = await fetch(`${service.url}/feed/k/${token}/${id}.atom`);
  const text = await response.text();
  const titles = [...text.matchAll(/<entry>.*?<title>(.*?)<\/title>/g)].map(([, title]) => title);
  return { status: response.status, type: response.headers.get('content-type'), text, titles };
}

test('a list and a watch have a feed of their newest changes, without values, that names known records', async () => {
  const list = await post<{ id: string }>('/lists', {
    name: 'A "list" & <more>',
    csv: 'name\nAspen & Sons Ropes LLC\nCedar Lantern Books LLC\n',
  });
  const watch = await post<{ id: string }>('/watches', { id: 'CO:2' });
  const token = await tokenOf(['feeds']);
  expect(await read(token, list.id)).toMatchObject({ status: 200, titles: [] });
  await fill(
    service.app.store.catalog,
    load({ 1: 'ASPEN SECRET', 2: 'BIRCH SECRET', 3: 'CEDAR LANTERN BOOKS LLC' }),
  );
  await fill(service.app.store.catalog, load({ 1: 'ASPEN SECRET', 2: 'BIRCH SECRET', 3: 'CEDAR SECRET' }));
  const titles = async (id: string) => (await read(token, id)).titles;
  await expect
    .poll(() => titles(list.id), { interval: 500 })
    .toEqual(['CEDAR LANTERN BOOKS LLC: name changed', 'ASPEN &amp; SONS ROPES LLC: name changed']);
  expect(await titles(watch.id)).toEqual(['CO:2: name changed']);
  const { status, type, text } = await read(token, list.id);
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  expect(text).toContain('<title>A &quot;list&quot; &amp; &lt;more&gt;</title>');
  expect(text).toContain(`<link href="${service.url}/entity/CO%3A3/timeline"/>`);
  expect(text).not.toContain('SECRET');
  const ids = [...text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(3);
});

test('only a token for feeds of the same account reads it', async () => {
  const list = await post<{ id: string }>('/lists', { name: 'List', csv: 'name\nCedar Lantern Books LLC\n' });
  const token = await tokenOf(['feeds']);
  expect((await read(token, list.id)).status).toBe(200);
  expect((await read(account, list.id)).status).toBe(403);
  expect((await read(await service.newKey({ scopes: ['feeds'] }), list.id)).status).toBe(404);
  const wrong = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
  expect((await read(wrong, list.id)).status).toBe(401);
  for (const id of ['lst_0', 'wat_0', '%00']) expect((await read(token, id)).status).toBe(404);
  const listed = await fetch(`${service.url}/api/v1/lists`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(listed.status).toBe(403);
});

test('a list and a watch show nothing from before their creation, also if asked from the start of the feed', async () => {
  const { catalog } = service.app.store;
  const cedarAt = (principalAddress: string) => ({
    entities: { us_co_business_entities: [{ key: '3', name: 'CEDAR LANTERN BOOKS LLC', principalAddress }] },
  });
  await fill(catalog, cedarAt('1 INVENTED WAY, DENVER, CO 80202'));
  const { id: feed, newest } = await catalog.feed.state();
  expect(newest).toBeGreaterThan(0);
  const list = await post<{ id: string }>('/lists', { name: 'L', csv: 'name\nCedar Lantern Books LLC\n' });
  const watch = await post<{ id: string }>('/watches', { id: 'CO:3' });
  const token = await tokenOf(['feeds']);
  const readAll = async (path: string) => {
    const response = await fetch(`${service.url}/api/v1${path}?cursor=${feed}-0`, {
      headers: { authorization: `Bearer ${account}` },
    });
    return ((await response.json()) as { data: unknown[] }).data.length;
  };
  const counts = async () => [
    await readAll(`/lists/${list.id}/changes`),
    await readAll(`/watches/${watch.id}/messages`),
    (await read(token, list.id)).titles.length,
    (await read(token, watch.id)).titles.length,
  ];
  expect(await counts()).toEqual([0, 0, 0, 0]);
  await fill(catalog, cedarAt('2 INVENTED WAY, DENVER, CO 80202'));
  await expect.poll(counts, { interval: 500 }).toEqual([1, 1, 1, 1]);
  const signedIn = await fetch(`${service.url}/sign-in`, {
    ...{ method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } },
    body: new URLSearchParams({ key: account, to: '/' }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const page = async (query = '') =>
    (await fetch(`${service.url}/watches/${watch.id}${query}`, { headers: { cookie } })).text();
  expect(await page()).toContain('1 message, oldest first');
  expect(await page(`?cursor=${feed}-0`)).toContain('1 message, oldest first');
  expect(await page('?cursor=000000000000-0')).toContain('The first messages were deleted.');
});
