import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { startOn, startService, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';

let open: TestService;
let keyed: TestService;
beforeAll(async () => {
  open = await startService({});
  const securityTxt = 'Contact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00Z\n';
  keyed = await startOn(open.folder, {
    web: { access: 'key', localOnly: false, contact: null, securityTxt },
  });
});
afterAll(async () => {
  await keyed.app.close();
  await open.close();
});

const send = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init });
const own = { 'sec-fetch-site': 'same-origin' };
const post = (url: string, form: Record<string, string>, headers: Record<string, string> = own) =>
  send(url, { method: 'POST', headers, body: new URLSearchParams(form) });

async function signIn(service: TestService, key: string) {
  const answer = await post(`${service.url}/sign-in`, { key, to: '/' });
  return { answer, cookie: answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '' };
}

test('the contact for vulnerability reports is published if the operator sets it', async () => {
  const path = '/.well-known/security.txt';
  const found = await send(keyed.url + path);
  expect([found.status, found.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await found.text()).toBe('Contact: mailto:security@example.com\nExpires: 2027-06-30T00:00:00Z\n');
  expect((await send(open.url + path)).status).toBe(404);
});

describe('who may look', () => {
  test('open: everybody of this machine; a visit by another name or through a proxy is asked for a key', async () => {
    const page = await send(`${open.url}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await send(`${open.url}/search?q=a`)).status).toBe(200);
    const elsewhere = await send(`${open.url}/search?q=a`, { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([
      303,
      '/sign-in?to=%2Fsearch%3Fq%3Da',
    ]);
  });

  test.each([
    ['via', '1.1 nginx'],
    ['forwarded', 'for=203.0.113.7'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['x-forwarded-server', 'a'],
    ['x-real-ip', '203.0.113.7'],
    ['cf-connecting-ip', '203.0.113.7'],
    ['cf-ray', '1'],
    ['true-client-ip', '203.0.113.7'],
    ['x-client-ip', '203.0.113.7'],
    ['x-cluster-client-ip', '203.0.113.7'],
    ['x-original-host', 'a.example'],
    ['x-envoy-external-address', '203.0.113.7'],
    ['fly-client-ip', '203.0.113.7'],
    ['fastly-client-ip', '203.0.113.7'],
    ['x-appengine-user-ip', '203.0.113.7'],
    ['x-azure-clientip', '203.0.113.7'],
    ['x-amzn-trace-id', 'Root=1'],
    ['cdn-loop', 'a'],
    ['x-proxyuser-ip', '203.0.113.7'],
  ])('a visit with %s came through a proxy, whatever its value', async (name, value) => {
    for (const sent of [value, '']) {
      const visit = await send(`${open.url}/search?q=a`, { headers: { [name]: sent } });
      expect(visit.status).toBe(303);
    }
  });

  test('a visit over HTTP/1.0 came through a proxy', async () => {
    const { hostname, port, host } = new URL(open.url);
    const status = async (version: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /search?q=a HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).slice(9, 12);
    };
    expect([await status('1.1'), await status('1.0')]).toEqual(['200', '303']);
  });

  test('key: a page that costs leads to the sign-in, and back', async () => {
    const request = await send(`${keyed.url}/search?q=a`);
    expect([request.status, request.headers.get('location')]).toEqual([303, '/sign-in?to=%2Fsearch%3Fq%3Da']);
    const answer = await post(`${keyed.url}/sign-in`, { key: keyed.key, to: '/search?q=a' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/search?q=a']);
  });

  test('off: there is the reference and nothing else', async () => {
    const off = await startOn(open.folder, { web: { access: 'off', localOnly: false, contact: null } });
    expect(await (await send(`${off.url}/`)).text()).toContain('href="/docs/api/searchEntities"');
    expect((await send(`${off.url}/search`)).status).toBe(404);
    await off.app.close();
  });

  test('an address makes 600 visits in a minute, and no more; a key that is signed in has a count of its own', async () => {
    let at = Date.now();
    const web = { access: 'key', localOnly: false, contact: null } as const;
    const service = await startOn(open.folder, { web, now: () => at });
    const { cookie } = await signIn(service, service.key);
    const visit = (headers = {}) => send(`${service.url}/`, { method: 'HEAD', headers });
    for (let round = 0; round < 12; round++) {
      const all = await Promise.all(Array.from({ length: 50 }, () => visit()));
      expect(all.every(({ status }) => status === 200)).toBe(true);
    }
    const refused = await visit();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await visit({ cookie })).status).toBe(200);
    // Whoever shares the address still signs in, by way of the bare page.
    const form = await send(`${service.url}/sign-in?to=%2Fsearch`);
    expect([form.status, form.headers.get('location')]).toEqual([303, '/sign-in']);
    expect((await send(`${service.url}/sign-in`)).status).toBe(200);
    for (let tried = 0; tried < 25; tried++) await post(`${service.url}/sign-in`, { key: 'nonsense' });
    expect((await post(`${service.url}/sign-in`, { key: 'nonsense' })).status).toBe(429);
    expect((await signIn(service, service.key)).answer.status).toBe(303);
    at += 60_000;
    expect((await visit()).status).toBe(200);
    await service.app.close();
  });
});

describe('a session', () => {
  test('its cookie is for this service alone, and for no script', async () => {
    const { answer } = await signIn(open, open.key);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^dossier=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(open.key);
  });

  test('each page is paid for once, its price said after', async () => {
    const key = await keyed.newKey({ credits: 20 });
    const { cookie } = await signIn(keyed, key);
    const look = async () =>
      await (await send(`${keyed.url}/search?q=willow`, { headers: { cookie } })).text();
    expect(await look()).toContain('1 credit used, 19 left');
    expect(await look()).toContain(
      '0 credits used: this page was already paid for in the last 24 hours, 19 left',
    );
    const [one, other] = await Promise.all([look(), look()]);
    expect([one, other].every((text) => text.includes('19 left'))).toBe(true);
  });

  test('HEAD and a browser that fetches ahead pay nothing', async () => {
    const key = await keyed.newKey({ credits: 20 });
    const { cookie } = await signIn(keyed, key);
    const url = `${keyed.url}/search?q=ahead`;
    expect((await send(url, { method: 'HEAD', headers: { cookie } })).status).toBe(200);
    expect((await send(url, { headers: { cookie, 'sec-purpose': 'prefetch;prerender' } })).status).toBe(503);
    expect(await (await send(url, { headers: { cookie } })).text()).toContain('1 credit used, 19 left');
  });

  test('two tabs that open at once are charged once', async () => {
    const key = await keyed.newKey({ credits: 20 });
    const { cookie } = await signIn(keyed, key);
    const tabs = await Promise.all(
      Array.from({ length: 6 }, () => send(`${keyed.url}/search?q=twins`, { headers: { cookie } })),
    );
    expect(tabs.map(({ status }) => status)).toEqual(tabs.map(() => 200));
    const after = await (await send(`${keyed.url}/search?q=twins`, { headers: { cookie } })).text();
    expect(after).toContain('19 left');
  });

  test('it has ended for good once its time was over, though the clock steps back', async () => {
    const now = Date.now();
    const day = 86_400_000;
    let at = now;
    const web = { access: 'key', localOnly: false, contact: null } as const;
    const service = await startOn(open.folder, { web, now: () => at });
    const look = async (cookie: string) =>
      (await send(`${service.url}/search?q=willow`, { headers: { cookie } })).status;
    const shown = (await signIn(service, service.key)).cookie;
    const unseen = (await signIn(service, service.key)).cookie;
    expect([await look(shown), await look(unseen)]).toEqual([200, 200]);
    at = now + 40 * day;
    expect(await look(shown)).toBe(303);
    // The ledger writes this time down.
    expect((await service.get('/api/v1/search?name=later')).status).toBe(200);
    at = now;
    expect(await look(shown)).toBe(303);
    await expect.poll(() => look(unseen)).toBe(303);
    await service.app.close();
  });

  test('it ends by sign-out', async () => {
    const { cookie } = await signIn(keyed, keyed.key);
    const out = await post(`${keyed.url}/sign-out`, {}, { ...own, cookie });
    expect(out.headers.get('set-cookie')).toMatch(/^dossier=; Max-Age=0;/);
    expect((await send(`${keyed.url}/search?q=a`, { headers: { cookie } })).status).toBe(303);
  });

  test('it ends with its key', async () => {
    const key = await keyed.newKey();
    const { cookie } = await signIn(keyed, key);
    expect((await send(`${keyed.url}/search?q=a`, { headers: { cookie } })).status).toBe(200);
    const { ledger } = keyed.app.store;
    const found = (await ledger.listKeys(null)).find(({ prefix }) => key.startsWith(prefix));
    for (const { id } of (await ledger.listKeys(null)).filter(({ prefix }) => prefix === found?.prefix))
      if (id !== undefined) await ledger.revokeKey(id, Date.now());
    await expect
      .poll(async () => (await send(`${keyed.url}/search?q=a`, { headers: { cookie } })).status)
      .toBe(303);
  });

  test('a wrong key gets none, and is not repeated', async () => {
    const answer = await post(`${keyed.url}/sign-in`, { key: 'dsr_live_wrong"><script>', to: '/' });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(await answer.text()).not.toContain('dsr_live_wrong');
  });

  test('out of credits is a page with the price and what is left', async () => {
    const key = await keyed.newKey({ credits: 1 });
    const { cookie } = await signIn(keyed, key);
    await send(`${keyed.url}/search?q=one`, { headers: { cookie } });
    const none = await send(`${keyed.url}/search?q=two`, { headers: { cookie } });
    expect(none.status).toBe(402);
    const text = await none.text();
    expect(text).toContain('insufficient_credits');
    expect(text).toContain('nothing was charged');
    expect(text).not.toContain('include tokens');
  });
});

test('suggestions are free, and for those who may look', async () => {
  const reported = (await (await send(`${open.url}/suggest?q=wil`)).json()) as { suggestions: object[] };
  expect(reported.suggestions).toEqual([]);
  expect((await send(`${keyed.url}/suggest?q=wil`)).status).toBe(401);
  const { cookie } = await signIn(keyed, keyed.key);
  expect((await send(`${keyed.url}/suggest?q=wil`, { headers: { cookie } })).status).toBe(200);
});

test('a service that is starting says so, and the page asks again by itself', async () => {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-starting-')), 'data');
  await (await openStore(folder.path, { schema: 'migrate' })).close();
  const starting = await startOn(folder);
  for (const path of ['/', '/search?q=a']) {
    const page = await send(starting.url + path);
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await page.text()).toContain('data-reload="5"');
  }
  await starting.close();
});

describe('a form', () => {
  test.each([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
    ['of another origin', { origin: 'https://evil.example' }, 403],
    ['without an origin', {}, 403],
    ['with an origin that is null', { origin: 'null' }, 403],
    ['of this site', own, 303],
  ])('%s', async (_, headers, status) => {
    const sent = { theme: 'dark', to: '/docs?a=b' };
    expect((await post(`${open.url}/theme`, sent, headers)).status).toBe(status);
  });

  test('of this origin, from a browser that says no more', async () => {
    const answer = await post(`${open.url}/theme`, { theme: 'dark', to: '/docs' }, { origin: open.url });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/docs']);
    const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    for (const path of ['/', '/docs', '/docs/errors', '/nowhere']) {
      const page = await send(open.url + path, { headers: { cookie, accept: 'text/html' } });
      expect([path, (await page.text()).includes('data-theme="dark"')]).toEqual([path, true]);
    }
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ])('leads nobody to %s', async (to) => {
    const location = (await post(`${open.url}/theme`, { theme: 'light', to })).headers.get('location') ?? '';
    expect(new URL(location, open.url).origin).toBe(open.url);
    expect(location).toMatch(/^\/(?!\/)/);
  });
});
